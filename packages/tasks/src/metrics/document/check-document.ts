import { z } from "zod";
import { type DocumentFacts, type ParagraphFacts, readDocument } from "../../documents/word-document.ts";
import { metricType, scoreOf } from "../metric-type.ts";
import { quote } from "../text.ts";
import { PageNumberRule, pageNumberFaults } from "./page-number-rule.ts";
import { TextRule, textFaults } from "./text-rule.ts";

const ParagraphRule = z.strictObject({
  text: z.string().optional(),
  /** Name of the style, such as `heading 1`; case does not matter. */
  style: z.string().optional(),
  align: z.enum(["left", "center", "right", "justify"]).optional(),
  line_spacing: z.number().optional(),
  page_break_before: z.boolean().optional(),
  listed: z.boolean().optional(),
  images: z.number().int().nonnegative().optional(),
  formulas: z.number().int().nonnegative().optional(),
  looks: z.array(TextRule).default([]),
});
type ParagraphRule = z.infer<typeof ParagraphRule>;

const Rules = z.strictObject({
  /** Texts of all paragraphs that have one, in order. */
  paragraphs: z.array(z.string()).optional(),
  /** Number of a paragraph (from 1, empty ones left out), or `*` for every one → what is asked of it. */
  at: z.record(z.string().regex(/^(\*|[1-9]\d*)$/), ParagraphRule).default({}),
  /** Looks asked of the text as a whole. */
  looks: z.array(TextRule).default([]),
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  page_breaks: z.number().int().nonnegative().optional(),
  images: z.number().int().nonnegative().optional(),
  formulas: z.number().int().nonnegative().optional(),
  tables: z.array(z.array(z.array(z.string()))).optional(),
  page_number: PageNumberRule.optional(),
});
type Rules = z.infer<typeof Rules>;

const cut = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

function paragraphFaults(paragraph: ParagraphFacts, rule: ParagraphRule, place: string): string[] {
  const faults: string[] = [];
  const compare = <T>(what: string, found: T, asked: T | undefined) => {
    if (asked === undefined || found === asked) return;
    const show = (value: T) => (typeof value === "string" ? quote(value) : String(value));
    faults.push(
      `${place} (${quote(paragraph.text, 30)}) has ${what} ${show(found)}; expected ${show(asked)}`,
    );
  };
  compare("text", paragraph.text.trim(), rule.text);
  compare("style", paragraph.style.toLowerCase(), rule.style?.toLowerCase());
  compare("alignment", paragraph.align, rule.align);
  compare("line spacing", paragraph.lineSpacing, rule.line_spacing);
  compare("a page break before it:", paragraph.pageBreakBefore, rule.page_break_before);
  compare("a list marker:", paragraph.listed, rule.listed);
  compare("images", paragraph.images, rule.images);
  compare("formulas", paragraph.formulas, rule.formulas);
  return [...faults, ...rule.looks.flatMap((look) => textFaults(paragraph.runs, look, place))];
}

function sequenceFault(found: readonly string[], asked: readonly string[]): string[] {
  const at = asked.findIndex((text, index) => found[index] !== text);
  if (at < 0 && found.length === asked.length) return [];
  const index = at < 0 ? asked.length : at;
  const show = (text: string | undefined) => (text === undefined ? "not there" : quote(text));
  return [`paragraph ${index + 1} is ${show(found[index])}; expected ${show(asked[index])}`];
}

function numberedFaults(paragraphs: readonly ParagraphFacts[], rules: Rules): string[] {
  return Object.entries(rules.at).flatMap(([key, rule]) => {
    if (key === "*")
      return paragraphs.flatMap((one, index) => paragraphFaults(one, rule, `paragraph ${index + 1}`));
    const one = paragraphs[Number(key) - 1];
    return one ? paragraphFaults(one, rule, `paragraph ${key}`) : [`there is no paragraph ${key}`];
  });
}

function documentFaults(document: DocumentFacts, rules: Rules): string[] {
  const filled = document.paragraphs.filter((one) => one.text.trim() || one.images || one.formulas);
  const texts = filled.map((one) => one.text.trim()).filter(Boolean);
  const whole = [...texts, ...document.tables.flat(2)].join("\n");
  const faults = rules.paragraphs ? sequenceFault(texts, rules.paragraphs) : [];
  const count = (what: string, found: number, asked: number | undefined) => {
    if (asked !== undefined && found !== asked)
      faults.push(`${document.path} has ${found} ${what}; expected ${asked}`);
  };
  const sum = (of: (one: ParagraphFacts) => number) => document.paragraphs.reduce((n, one) => n + of(one), 0);
  faults.push(...numberedFaults(filled, rules));
  const runs = filled.flatMap((one) => one.runs);
  faults.push(...rules.looks.flatMap((look) => textFaults(runs, look, "the text")));
  faults.push(
    ...rules.include.filter((part) => !whole.includes(part)).map((part) => `the text lacks ${quote(part)}`),
  );
  faults.push(
    ...rules.exclude
      .filter((part) => whole.includes(part))
      .map((part) => `the text must not have ${quote(part)}`),
  );
  count(
    "page breaks",
    sum((one) => one.pageBreaks),
    rules.page_breaks,
  );
  count(
    "images",
    sum((one) => one.images),
    rules.images,
  );
  count(
    "formulas",
    sum((one) => one.formulas),
    rules.formulas,
  );
  if (rules.tables && JSON.stringify(document.tables) !== JSON.stringify(rules.tables)) {
    const [found, asked] = [JSON.stringify(document.tables), JSON.stringify(rules.tables)];
    faults.push(`the tables are ${cut(found)}; expected ${cut(asked)}`);
  }
  if (rules.page_number !== undefined) faults.push(...pageNumberFaults(document, rules.page_number));
  return faults;
}

/** A text document's words and looks: paragraphs, formatting, page numbers and breaks, images, tables. */
export const checkDocument = metricType({
  accepts: ["file"],
  expects: "json",
  rules: Rules,
  judge: ({ result, expected }) =>
    scoreOf(
      documentFaults(readDocument(result.bytes, result.path), expected),
      `all that is asked of ${result.path} is there`,
    ),
});
