import { z } from "zod";
import { boxText, readPresentation, type SlideFacts } from "../../documents/presentation.ts";
import { metricType, scoreOf } from "../metric-type.ts";
import { quote } from "../text.ts";

const Color = z.string().regex(/^#[0-9A-F]{6}$/, { error: "expected #RRGGBB in capitals" });

/** How a piece of a slide's text must look. */
const LookRule = z.strictObject({
  of: z.string().min(1),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  size: z.number().optional(),
  color: Color.optional(),
});

const SlideRule = z.strictObject({
  title: z.string().optional(),
  /** Texts that some paragraph of the slide must have, whole. */
  paragraphs: z.array(z.string()).default([]),
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  notes: z.string().optional(),
  background: Color.optional(),
  images: z.number().int().nonnegative().optional(),
  tables: z.array(z.array(z.array(z.string()))).optional(),
  hidden: z.boolean().optional(),
  looks: z.array(LookRule).default([]),
});
type SlideRule = z.infer<typeof SlideRule>;

function lookFaults(slide: SlideFacts, rule: z.infer<typeof LookRule>, place: string): string[] {
  const runs = slide.boxes.flatMap((box) => box.paragraphs.flatMap((paragraph) => paragraph.runs));
  const inside = runs.filter(
    (run) => run.text.trim() && (rule.of.includes(run.text.trim()) || run.text.includes(rule.of)),
  );
  if (inside.length === 0) return [`${place} has no ${quote(rule.of)}`];
  const { of: _of, ...asked } = rule;
  return Object.entries(asked).flatMap(([look, value]) => {
    const wrong = inside.find((run) => Reflect.get(run, look) !== value);
    if (!wrong) return [];
    return [`${quote(wrong.text)} on ${place} has ${look} ${Reflect.get(wrong, look)}; expected ${value}`];
  });
}

function slideFaults(slide: SlideFacts, rule: SlideRule, place: string): string[] {
  const faults: string[] = [];
  const compare = <T>(what: string, found: T, asked: T | undefined) => {
    if (asked === undefined || JSON.stringify(found) === JSON.stringify(asked)) return;
    faults.push(`${place} has ${what} ${JSON.stringify(found)}; expected ${JSON.stringify(asked)}`);
  };
  const texts = slide.boxes.map(boxText);
  const paragraphs = slide.boxes.flatMap((box) => box.paragraphs.map((paragraph) => paragraph.text.trim()));
  const whole = [...texts, ...slide.tables.flat(2)].join("\n");
  compare("title", slide.title, rule.title);
  compare("notes", slide.notes, rule.notes);
  compare("background", slide.background, rule.background);
  compare("images", slide.images, rule.images);
  compare("tables", slide.tables, rule.tables);
  compare("hidden", slide.hidden, rule.hidden);
  for (const text of rule.paragraphs) {
    if (!paragraphs.includes(text))
      faults.push(`${place} has no paragraph ${quote(text)}, only ${quote(whole, 200)}`);
  }
  for (const part of rule.include) if (!whole.includes(part)) faults.push(`${place} lacks ${quote(part)}`);
  for (const part of rule.exclude)
    if (whole.includes(part)) faults.push(`${place} must not have ${quote(part)}`);
  return [...faults, ...rule.looks.flatMap((look) => lookFaults(slide, look, place))];
}

/** A presentation's slides: how many, their titles, texts, looks, notes, backgrounds, pictures and tables. */
export const checkSlides = metricType({
  accepts: ["file"],
  expects: "json",
  rules: z.strictObject({
    count: z.number().int().positive().optional(),
    /** Titles of all slides in order. */
    titles: z.array(z.string()).optional(),
    /** Number of a slide, from 1 → what is asked of it. */
    slides: z.record(z.string().regex(/^[1-9]\d*$/), SlideRule).default({}),
  }),
  judge({ result, expected }) {
    const { slides } = readPresentation(result.bytes, result.path);
    const faults: string[] = [];
    if (expected.count !== undefined && slides.length !== expected.count) {
      faults.push(`${result.path} has ${slides.length} slides; expected ${expected.count}`);
    }
    const titles = slides.map((slide) => slide.title);
    if (expected.titles && JSON.stringify(titles) !== JSON.stringify(expected.titles)) {
      faults.push(
        `the slides' titles are ${JSON.stringify(titles)}; expected ${JSON.stringify(expected.titles)}`,
      );
    }
    for (const [number, rule] of Object.entries(expected.slides)) {
      const slide = slides[Number(number) - 1];
      faults.push(...(slide ? slideFaults(slide, rule, `slide ${number}`) : [`there is no slide ${number}`]));
    }
    return scoreOf(faults, `all that is asked of ${result.path} is there`);
  },
});
