import type { CellStyle } from "./cell.ts";

const FIRST_OWN_FORMAT = 164;

/** Collects the styles of a workbook and writes its `styles.xml`. */
export class StyleTable {
  readonly #ids = new Map<string, number>();
  readonly #fonts = ['<font><sz val="11"/><name val="Calibri"/></font>'];
  readonly #fills = [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ];
  readonly #formats: string[] = [];
  readonly #records = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  /** The number of a style in the cells of a sheet; 0 for none. */
  id(style: CellStyle | null): number {
    if (!style) return 0;
    const key = JSON.stringify([style.bold, style.fill, style.color, style.align, style.format]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const format =
      style.format && style.format !== "General"
        ? FIRST_OWN_FORMAT + indexIn(this.#formats, style.format)
        : 0;
    const align = style.align ? `<alignment horizontal="${style.align}"/>` : "";
    this.#records.push(
      `<xf numFmtId="${format}" fontId="${this.#font(style)}" fillId="${this.#fill(style)}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${align}</xf>`,
    );
    this.#ids.set(key, this.#records.length - 1);
    return this.#records.length - 1;
  }

  xml(): string {
    const formats = this.#formats.map(
      (code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${escapeXml(code)}"/>`,
    );
    return (
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      (formats.length > 0 ? list("numFmts", formats) : "") +
      list("fonts", this.#fonts) +
      list("fills", this.#fills) +
      list("borders", ["<border><left/><right/><top/><bottom/><diagonal/></border>"]) +
      list("cellStyleXfs", ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
      list("cellXfs", this.#records) +
      list("cellStyles", ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
      "</styleSheet>"
    );
  }

  #font({ bold, color }: CellStyle): number {
    const parts = `${bold ? "<b/>" : ""}<sz val="11"/>${color ? `<color rgb="${argb(color)}"/>` : ""}<name val="Calibri"/>`;
    return indexIn(this.#fonts, `<font>${parts}</font>`);
  }

  #fill({ fill }: CellStyle): number {
    if (!fill) return 0;
    const color = `<fgColor rgb="${argb(fill)}"/><bgColor indexed="64"/>`;
    return indexIn(this.#fills, `<fill><patternFill patternType="solid">${color}</patternFill></fill>`);
  }
}

function indexIn(items: string[], item: string): number {
  const at = items.indexOf(item);
  return at >= 0 ? at : items.push(item) - 1;
}

function list(name: string, items: readonly string[]): string {
  return `<${name} count="${items.length}">${items.join("")}</${name}>`;
}

function argb(color: string): string {
  return `FF${color.slice(1).toUpperCase()}`;
}

/** Text for XML, without the control characters that XML cannot hold. */
export function escapeXml(text: string): string {
  return (
    text
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: just these are not allowed in XML
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
  );
}
