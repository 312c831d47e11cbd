import { type OfficePackage, openPackage } from "./office-package.ts";
import {
  type ParagraphLook,
  paragraphLook,
  readStyles,
  type StyleSheet,
  type TextLook,
  textLook,
} from "./word-styles.ts";
import { child, descendants, elements, textContent, type XmlElement } from "./xml.ts";

/** A piece of text with one look. */
export interface TextRun extends TextLook {
  text: string;
}

export interface ParagraphFacts extends ParagraphLook {
  text: string;
  runs: readonly TextRun[];
  /** Name of its style, such as `heading 1`. */
  style: string;
  images: number;
  formulas: number;
  /** Page breaks in it, wherever they stand. */
  pageBreaks: number;
}

/** A header or footer. */
export interface MarginFacts {
  kind: "header" | "footer";
  paragraphs: readonly ParagraphFacts[];
  /** How the paragraph with the page number is aligned; null when there is no page number. */
  pageNumber: ParagraphLook["align"] | null;
}

/** What a text document says. Paragraphs are those of the body, without the ones in tables. */
export interface DocumentFacts {
  path: string;
  paragraphs: readonly ParagraphFacts[];
  /** Rows of cell texts, table by table. */
  tables: readonly string[][][];
  margins: readonly MarginFacts[];
}

function runText(run: XmlElement): string {
  return elements(run)
    .map((part) => {
      if (part.name === "w:t") return textContent(part);
      if (part.name === "w:tab") return "\t";
      if (part.name === "w:br") return part.attributes["w:type"] === "page" ? "" : "\n";
      return part.name === "w:noBreakHyphen" ? "-" : "";
    })
    .join("");
}

/** Runs in order, also those inside links, fields and content controls. */
function runsOf(parent: XmlElement): XmlElement[] {
  return elements(parent).flatMap((node) => {
    if (node.name === "w:r") return [node];
    return node.name === "w:pPr" || node.name === "w:del" ? [] : runsOf(node);
  });
}

/** Where the pages break among the pieces of text, as positions in the paragraph's text. */
function breakPositions(runs: readonly XmlElement[]): number[] {
  let at = 0;
  return runs.flatMap((run) => {
    const breaks = elements(run, "w:br").filter((one) => one.attributes["w:type"] === "page");
    const positions = breaks.map(() => at);
    at += runText(run).length;
    return positions;
  });
}

/** A paragraph, and whether its last text is followed by a page break, which then begins the next paragraph's page. */
interface Broken {
  facts: ParagraphFacts;
  breakAfter: boolean;
}

/** Hands breaks at the end of a paragraph, or in an empty one, on to the paragraph that begins the new page. */
function settleBreaks(paragraphs: readonly Broken[]): ParagraphFacts[] {
  let pending = false;
  return paragraphs.map(({ facts, breakAfter }) => {
    const before = facts.pageBreakBefore || pending;
    const empty = !facts.text.trim() && !facts.images && !facts.formulas;
    pending = empty ? before || breakAfter : breakAfter;
    return { ...facts, pageBreakBefore: !empty && before };
  });
}

function readParagraph(paragraph: XmlElement, styles: StyleSheet): Broken {
  const properties = child(paragraph, "w:pPr");
  const styleId = child(properties, "w:pStyle")?.attributes["w:val"] ?? styles.defaultParagraph;
  const chain = styles.chain(styleId);
  const inherited = chain.map((style) => child(style, "w:rPr"));
  const elementsOfRuns = runsOf(paragraph);
  const runs = elementsOfRuns.map((run): TextRun => {
    const own = child(run, "w:rPr");
    const character = styles.chain(child(own, "w:rStyle")?.attributes["w:val"]).map((s) => child(s, "w:rPr"));
    return { text: runText(run), ...textLook([own, ...character, ...inherited, styles.defaults.run]) };
  });
  const look = paragraphLook([
    properties,
    ...chain.map((style) => child(style, "w:pPr")),
    styles.defaults.paragraph,
  ]);
  const text = runs.map((run) => run.text).join("");
  const breaks = breakPositions(elementsOfRuns);
  const facts: ParagraphFacts = {
    ...look,
    pageBreakBefore: look.pageBreakBefore || (text !== "" && breaks.includes(0)),
    pageBreaks: breaks.length + Number(look.pageBreakBefore),
    text,
    runs: runs.filter((run) => run.text !== ""),
    style: styles.nameOf(styleId),
    images: descendants(paragraph, "pic:pic").length,
    formulas: descendants(paragraph, "m:oMath").length,
  };
  return { facts, breakAfter: breaks.includes(text.length) };
}

const paragraphFacts = (paragraph: XmlElement, styles: StyleSheet) => readParagraph(paragraph, styles).facts;

/** Paragraphs directly in a part, content controls opened. */
function paragraphsIn(parent: XmlElement | undefined): XmlElement[] {
  return elements(parent).flatMap((node) => {
    if (node.name === "w:p") return [node];
    return node.name === "w:sdt" ? paragraphsIn(child(node, "w:sdtContent")) : [];
  });
}

function isPageNumber(paragraph: XmlElement): boolean {
  const instructions = [
    ...descendants(paragraph, "w:instrText").map(textContent),
    ...descendants(paragraph, "w:fldSimple").map((field) => field.attributes["w:instr"] ?? ""),
  ];
  return instructions.some((instruction) => /^\s*PAGE\b/.test(instruction));
}

function margins(file: OfficePackage, styles: StyleSheet): MarginFacts[] {
  return [...file.relations("word/document.xml").values()].flatMap(({ type, target }) => {
    if (type !== "header" && type !== "footer") return [];
    const all = descendants(file.xml(target), "w:p");
    const facts = all.map((paragraph) => paragraphFacts(paragraph, styles));
    const numbered = all.findIndex(isPageNumber);
    return [{ kind: type, paragraphs: facts, pageNumber: facts[numbered]?.align ?? null }];
  });
}

/**
 * Reads a docx file.
 * @throws CorruptFile when it is none
 */
export function readDocument(bytes: Uint8Array, path: string): DocumentFacts {
  const file = openPackage(bytes, path, "word/document.xml");
  const styles = readStyles(file.xml("word/styles.xml"));
  const body = child(file.xml("word/document.xml"), "w:body");
  const cellText = (cell: XmlElement) => paragraphsIn(cell).map((p) => paragraphFacts(p, styles).text);
  return {
    path,
    paragraphs: settleBreaks(paragraphsIn(body).map((paragraph) => readParagraph(paragraph, styles))),
    tables: elements(body, "w:tbl").map((table) =>
      elements(table, "w:tr").map((row) => elements(row, "w:tc").map((cell) => cellText(cell).join("\n"))),
    ),
    margins: margins(file, styles),
  };
}
