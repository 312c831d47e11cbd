import { readPresentation, type SlideFacts } from "../../documents/presentation.ts";
import { metricType, scoreOf } from "../metric-type.ts";
import { readReference } from "../reference.ts";

/** What is compared of a slide. */
function essence(slide: SlideFacts) {
  const boxes = slide.boxes.map((box) => box.paragraphs.filter((paragraph) => paragraph.text.trim()));
  return {
    texts: boxes.filter((box) => box.length > 0).map((box) => box.map(({ text, runs }) => ({ text, runs }))),
    notes: slide.notes,
    background: slide.background,
    images: slide.images,
    tables: slide.tables,
  };
}

/** OSWorld's comparison of two presentations: texts with their looks, notes, backgrounds, pictures and tables. */
export const comparePptxFiles = metricType({
  accepts: ["file"],
  expects: "file",
  async judge({ result, expected }) {
    const found = readPresentation(result.bytes, result.path).slides.map(essence);
    const asked = await readReference(() =>
      readPresentation(expected.bytes, expected.path).slides.map(essence),
    );
    const faults = asked.flatMap((slide, index) => {
      const other = found[index];
      if (!other) return [];
      const parts = Object.keys(slide).filter(
        (part) => JSON.stringify(Reflect.get(slide, part)) !== JSON.stringify(Reflect.get(other, part)),
      );
      return parts.map((part) => `slide ${index + 1} differs in its ${part}`);
    });
    if (found.length !== asked.length) {
      faults.unshift(`${result.path} has ${found.length} slides; expected ${asked.length}`);
    }
    return scoreOf(faults, `${result.path} agrees with the expected presentation`);
  },
});
