import { child, elements, type XmlElement } from "./xml.ts";

/** Looks of a piece of text, as it shows: direct formatting over character, paragraph and default styles. */
export interface TextLook {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  /** `#RRGGBB`, or null for automatic. */
  color: string | null;
  /** In points. */
  size: number | null;
  font: string | null;
  /** Name of the highlight or `#RRGGBB` of the shading, or null. */
  highlight: string | null;
  caps: boolean;
}

export interface ParagraphLook {
  align: "left" | "center" | "right" | "justify";
  /** In lines: 1, 1.5, 2; null when it is given in points. */
  lineSpacing: number | null;
  pageBreakBefore: boolean;
  /** Whether it is an item of a list. */
  listed: boolean;
}

/** A style, and those it is based on, nearest first. */
export type StyleChain = readonly XmlElement[];

/** The styles of a document. */
export interface StyleSheet {
  chain(id: string | undefined): StyleChain;
  defaultParagraph: string | undefined;
  defaults: { run: XmlElement | undefined; paragraph: XmlElement | undefined };
  /** Name of a style as the user sees it. */
  nameOf(id: string | undefined): string;
}

/** Reads `word/styles.xml`. */
export function readStyles(root: XmlElement | undefined): StyleSheet {
  const styles = elements(root, "w:style");
  const byId = new Map(styles.map((style) => [style.attributes["w:styleId"] ?? "", style]));
  const standard = styles.find(
    (style) => style.attributes["w:type"] === "paragraph" && style.attributes["w:default"] === "1",
  );
  return {
    chain(id) {
      const chain: XmlElement[] = [];
      let style = byId.get(id ?? "");
      while (style && !chain.includes(style)) {
        chain.push(style);
        style = byId.get(child(style, "w:basedOn")?.attributes["w:val"] ?? "");
      }
      return chain;
    },
    defaultParagraph: standard?.attributes["w:styleId"],
    defaults: {
      run: child(root, "w:docDefaults", "w:rPrDefault", "w:rPr"),
      paragraph: child(root, "w:docDefaults", "w:pPrDefault", "w:pPr"),
    },
    nameOf: (id) => child(byId.get(id ?? ""), "w:name")?.attributes["w:val"] ?? id ?? "",
  };
}

type Properties = readonly (XmlElement | undefined)[];

function firstOf(properties: Properties, name: string): XmlElement | undefined {
  for (const one of properties) {
    const found = child(one, name);
    if (found) return found;
  }
  return undefined;
}

function isOn(properties: Properties, name: string): boolean {
  const found = firstOf(properties, name);
  return found !== undefined && !["0", "false", "off", "none"].includes(found.attributes["w:val"] ?? "1");
}

function hex(value: string | undefined): string | null {
  return value && /^[0-9a-f]{6}$/i.test(value) ? `#${value.toUpperCase()}` : null;
}

/** @param properties run properties, those that win first */
export function textLook(properties: Properties): TextLook {
  const size = Number(firstOf(properties, "w:sz")?.attributes["w:val"]);
  const mark = firstOf(properties, "w:highlight")?.attributes["w:val"];
  const shading = hex(firstOf(properties, "w:shd")?.attributes["w:fill"]);
  return {
    bold: isOn(properties, "w:b"),
    italic: isOn(properties, "w:i"),
    underline: isOn(properties, "w:u"),
    strike: isOn(properties, "w:strike") || isOn(properties, "w:dstrike"),
    color: hex(firstOf(properties, "w:color")?.attributes["w:val"]),
    size: Number.isFinite(size) ? size / 2 : null,
    font: firstOf(properties, "w:rFonts")?.attributes["w:ascii"] ?? null,
    highlight: mark && mark !== "none" ? mark : shading === "#FFFFFF" ? null : shading,
    caps: isOn(properties, "w:caps"),
  };
}

const ALIGNMENTS: Readonly<Record<string, ParagraphLook["align"]>> = {
  center: "center",
  right: "right",
  end: "right",
  both: "justify",
  distribute: "justify",
};

/** @param properties paragraph properties, those that win first */
export function paragraphLook(properties: Properties): ParagraphLook {
  const spacing = properties.map((one) => child(one, "w:spacing")).find((one) => one?.attributes["w:line"]);
  const auto = (spacing?.attributes["w:lineRule"] ?? "auto") === "auto";
  const line = Number(spacing?.attributes["w:line"] ?? 240) / 240;
  const number = child(firstOf(properties, "w:numPr"), "w:numId")?.attributes["w:val"];
  return {
    align: ALIGNMENTS[firstOf(properties, "w:jc")?.attributes["w:val"] ?? ""] ?? "left",
    lineSpacing: auto ? Math.round(line * 100) / 100 : null,
    pageBreakBefore: isOn(properties, "w:pageBreakBefore"),
    listed: number !== undefined && number !== "0",
  };
}
