import { XMLParser } from "fast-xml-parser";
import { strToU8, zipSync } from "fflate";
import { onlyPart } from "./package-parts.ts";

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** A run of text; `properties` is what stands in `w:rPr`, such as `<w:b/>`. */
export const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (...runs: string[]): string => `<w:p>${runs.join("")}</w:p>`;
export const table = (...cells: string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid>${cells.map(() => '<w:gridCol w:w="3000"/>').join("")}</w:tblGrid><w:tr>${cells
    .map((text) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(run(text))}</w:tc>`)
    .join("")}</w:tr></w:tbl>`;

/** A docx file with that body. */
export function wordFile(...body: string[]): Uint8Array {
  const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document ${NAMESPACE}><w:body>${body.join("")}${section}</w:body></w:document>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`),
  ]);
  return zipSync(Object.fromEntries(files));
}

export interface SavedRun {
  text: string;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  /** Half points as Word counts them. */
  size: string | undefined;
  color: string | undefined;
  font: string | undefined;
  highlighted: boolean;
}

export interface SavedParagraph {
  text: string;
  alignment: string | undefined;
  /** In 240ths of a line. */
  lineSpacing: string | undefined;
  runs: SavedRun[];
}

interface Node {
  [name: string]: unknown;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  trimValues: false,
  parseTagValue: false,
  isArray: (name) => ["w:p", "w:r", "w:t"].includes(name),
});

const child = (node: unknown, name: string): unknown => (node as Node | undefined)?.[name];
const value = (node: unknown): string | undefined => child(node, "@_w:val") as string | undefined;
const many = (node: unknown, name: string): unknown[] => (child(node, name) as unknown[] | undefined) ?? [];

/** The paragraphs of a saved docx's body, those of tables left out. */
export function readParagraphs(bytes: Uint8Array): SavedParagraph[] {
  const document = parser.parse(documentXml(bytes));
  return many(child(child(document, "w:document"), "w:body"), "w:p").map((node) => {
    const properties = child(node, "w:pPr");
    const runs = many(node, "w:r").map(readRun);
    return {
      text: runs.map((item) => item.text).join(""),
      alignment: value(child(properties, "w:jc")),
      lineSpacing: child(child(properties, "w:spacing"), "@_w:line") as string | undefined,
      runs: runs.filter((item) => item.text !== ""),
    };
  });
}

function readRun(node: unknown): SavedRun {
  const properties = child(node, "w:rPr");
  const on = (name: string) => {
    const mark = child(properties, name);
    return mark !== undefined && value(mark) !== "false" && value(mark) !== "0";
  };
  const fill = child(child(properties, "w:shd"), "@_w:fill");
  return {
    text: many(node, "w:t")
      .map((text) => (typeof text === "string" ? text : String(child(text, "#text") ?? "")))
      .join(""),
    bold: on("w:b"),
    italic: on("w:i"),
    strike: on("w:strike"),
    size: value(child(properties, "w:sz")),
    color: value(child(properties, "w:color")),
    font: child(child(properties, "w:rFonts"), "@_w:ascii") as string | undefined,
    highlighted: on("w:highlight") || (fill !== undefined && fill !== "auto"),
  };
}

export function documentXml(bytes: Uint8Array): string {
  return onlyPart(bytes, /^word\/document\.xml$/);
}

/** The run that holds the text. @throws when none or several do */
export function runWith(bytes: Uint8Array, text: string): SavedRun {
  const found = readParagraphs(bytes).flatMap((item) => item.runs.filter((run) => run.text === text));
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} runs hold exactly "${text}"`);
  return first;
}
