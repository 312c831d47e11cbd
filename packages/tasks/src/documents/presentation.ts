import { type OfficePackage, openPackage } from "./office-package.ts";
import { child, descendants, elements, textContent, type XmlElement } from "./xml.ts";

/** Looks of a piece of a slide's text that are written at the text itself. */
export interface SlideRun {
  text: string;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  /** In points; null when the layout decides. */
  size: number | null;
  /** `#RRGGBB`; null when the layout decides. */
  color: string | null;
}

export interface BoxFacts {
  /** `title`, `body`, `subTitle`, … or `box` for a text box of its own. */
  kind: string;
  paragraphs: readonly { text: string; align: string | null; runs: readonly SlideRun[] }[];
}

export interface SlideFacts {
  title: string;
  boxes: readonly BoxFacts[];
  notes: string;
  /** `#RRGGBB`, or null when the layout decides. */
  background: string | null;
  images: number;
  tables: readonly string[][][];
  hidden: boolean;
}

/** What a presentation says, slides in their order. */
export interface PresentationFacts {
  path: string;
  slides: readonly SlideFacts[];
}

function hex(fill: XmlElement | undefined): string | null {
  const value = child(fill, "a:srgbClr")?.attributes.val;
  return value ? `#${value.toUpperCase()}` : null;
}

const isOn = (value: string | undefined) => value === "1" || value === "true";

function runFacts(run: XmlElement): SlideRun {
  const look = child(run, "a:rPr");
  const { b, i, u, strike, sz } = look?.attributes ?? {};
  return {
    text: run.name === "a:br" ? "\n" : textContent(child(run, "a:t") ?? ""),
    bold: isOn(b),
    italic: isOn(i),
    underline: u !== undefined && u !== "none",
    strike: strike !== undefined && strike !== "noStrike",
    size: sz === undefined ? null : Number(sz) / 100,
    color: hex(child(look, "a:solidFill")),
  };
}

function paragraphsOf(body: XmlElement | undefined): BoxFacts["paragraphs"] {
  return elements(body, "a:p").map((paragraph) => {
    const runs = elements(paragraph)
      .filter((node) => ["a:r", "a:br", "a:fld"].includes(node.name))
      .map(runFacts);
    const align = child(paragraph, "a:pPr")?.attributes.algn ?? null;
    return { text: runs.map((run) => run.text).join(""), align, runs: runs.filter((run) => run.text !== "") };
  });
}

function boxFacts(shape: XmlElement): BoxFacts {
  const placeholder = child(shape, "p:nvSpPr", "p:nvPr", "p:ph");
  const kind = placeholder ? (placeholder.attributes.type ?? "body") : "box";
  return { kind: kind === "ctrTitle" ? "title" : kind, paragraphs: paragraphsOf(child(shape, "p:txBody")) };
}

/** The text of a box, paragraphs on lines of their own. */
export function boxText(box: BoxFacts): string {
  return box.paragraphs.map((paragraph) => paragraph.text).join("\n");
}

function boxesOf(root: XmlElement | undefined): BoxFacts[] {
  return descendants(child(root, "p:cSld", "p:spTree"), "p:sp").map(boxFacts);
}

function notesOf(file: OfficePackage, slidePart: string): string {
  const notes = [...file.relations(slidePart).values()].find((relation) => relation.type === "notesSlide");
  const body = boxesOf(notes && file.xml(notes.target)).find((box) => box.kind === "body");
  return body ? boxText(body).trim() : "";
}

function tableRows(table: XmlElement): string[][] {
  const cellText = (cell: XmlElement) => paragraphsOf(child(cell, "a:txBody")).map((p) => p.text);
  return elements(table, "a:tr").map((row) => elements(row, "a:tc").map((cell) => cellText(cell).join("\n")));
}

function slideFacts(file: OfficePackage, part: string): SlideFacts {
  const root = file.xml(part);
  const boxes = boxesOf(root);
  const title = boxes.find((box) => box.kind === "title");
  return {
    title: title ? boxText(title).trim() : "",
    boxes,
    notes: notesOf(file, part),
    background: hex(child(root, "p:cSld", "p:bg", "p:bgPr", "a:solidFill")),
    images: descendants(root, "p:pic").length,
    tables: descendants(root, "a:tbl").map(tableRows),
    hidden: root?.attributes.show === "0",
  };
}

/**
 * Reads a pptx file.
 * @throws CorruptFile when it is none
 */
export function readPresentation(bytes: Uint8Array, path: string): PresentationFacts {
  const main = "ppt/presentation.xml";
  const file = openPackage(bytes, path, main);
  const relations = file.relations(main);
  const ids = elements(child(file.xml(main), "p:sldIdLst"), "p:sldId");
  const parts = ids.flatMap(({ attributes }) => relations.get(attributes["r:id"] ?? "")?.target ?? []);
  return { path, slides: parts.map((part) => slideFacts(file, part)) };
}
