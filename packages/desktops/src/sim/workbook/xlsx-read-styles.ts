import type { CellStyle } from "./cell.ts";
import { attribute, children, type XmlNode } from "./xml-nodes.ts";

export type StyleList = readonly (CellStyle | null)[];

/** Number formats that files name by number only. */
const BUILT_IN: Readonly<Record<string, string>> = {
  "1": "0",
  "2": "0.00",
  "3": "#,##0",
  "4": "#,##0.00",
  "9": "0%",
  "10": "0.00%",
  "11": "0.00E+00",
  "12": "# ?/?",
  "14": "yyyy-mm-dd",
  "20": "h:mm",
  "21": "h:mm:ss",
  "22": "yyyy-mm-dd hh:mm:ss",
  "49": "@",
};

/** The styles of `styles.xml`, by the number that cells carry; null for one that says nothing. */
export function readStyles(part: XmlNode | null): StyleList {
  const root = part?.styleSheet;
  if (typeof root !== "object" || Array.isArray(root)) return [];
  const formats = new Map(
    children(root.numFmts, "numFmt").map((one) => [attribute(one, "numFmtId"), attribute(one, "formatCode")]),
  );
  const fonts = children(root.fonts, "font");
  const fills = children(root.fills, "fill");
  return children(root.cellXfs, "xf").map((record) => {
    const font = fonts[Number(attribute(record, "fontId"))];
    const fill = children(fills[Number(attribute(record, "fillId"))], "patternFill")[0];
    const align = attribute(children(record, "alignment")[0], "horizontal");
    const number = attribute(record, "numFmtId");
    const format = formats.get(number) ?? BUILT_IN[number];
    const color = colorOf(children(font, "color")[0]);
    const background =
      fill && attribute(fill, "patternType") === "solid" ? colorOf(children(fill, "fgColor")[0]) : null;
    const style: CellStyle = {
      ...(isBold(font) ? { bold: true } : {}),
      ...(background ? { fill: background } : {}),
      ...(color ? { color } : {}),
      ...(align === "left" || align === "center" || align === "right" ? { align } : {}),
      ...(format && format !== "General" ? { format } : {}),
    };
    return Object.keys(style).length > 0 ? style : null;
  });
}

function isBold(font: XmlNode | undefined): boolean {
  const bold = font?.b;
  if (bold === undefined) return false;
  return typeof bold === "string" || Array.isArray(bold) || !["0", "false"].includes(attribute(bold, "val"));
}

function colorOf(node: XmlNode | undefined): string | null {
  const rgb = attribute(node, "rgb");
  return rgb === "" ? null : `#${rgb.slice(-6).toUpperCase()}`;
}
