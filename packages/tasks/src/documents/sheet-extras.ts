import type { OfficePackage } from "./office-package.ts";
import { child, descendants, elements, textContent, type XmlElement } from "./xml.ts";

/** A rule that cells only take a value of a list. */
export interface ValidationFacts {
  /** Ranges as written, such as `C2:C20`. */
  ranges: string[];
  /** Type as written: `list`, `whole`, … */
  type: string;
  /** The list's values, when they stand in the rule itself. */
  values: string[] | null;
}

export interface ChartFacts {
  /** `bar`, `column`, `line`, `pie`, `area`, `scatter`, … */
  type: string;
  title: string;
  legend: string | null;
  axisTitles: string[];
  /** Ranges its series are drawn from. */
  sources: string[];
}

/** What the spreadsheet library does not read, or not within bounds. */
export interface SheetExtras {
  /** Merged ranges, such as `A1:D1`. */
  merged: string[];
  /** Numbers of hidden rows, in their order. */
  hiddenRows: number[];
  validations: ValidationFacts[];
  charts: ChartFacts[];
}

function validation(rule: XmlElement): ValidationFacts {
  const formula = textContent(child(rule, "formula1") ?? "");
  const quoted = /^"(.*)"$/s.exec(formula.trim());
  return {
    ranges: (rule.attributes.sqref ?? "").split(/\s+/).filter(Boolean),
    type: rule.attributes.type ?? "none",
    values: quoted?.[1] === undefined ? null : quoted[1].split(",").map((value) => value.trim()),
  };
}

function chart(root: XmlElement): ChartFacts {
  const area = child(root, "c:chart", "c:plotArea");
  const plots = elements(area).filter((node) => /^c:\w+Chart$/.test(node.name));
  const kind = plots[0]?.name.slice("c:".length, -"Chart".length).replace(/3D$/, "") ?? "none";
  const upright = child(plots[0], "c:barDir")?.attributes.val === "col";
  const title = child(root, "c:chart", "c:title");
  const text = (node: XmlElement | undefined) => descendants(node, "a:t").map(textContent).join("");
  const axes = ["c:catAx", "c:valAx", "c:dateAx"].flatMap((name) => elements(area, name));
  return {
    type: kind === "bar" && upright ? "column" : kind,
    title: text(title),
    legend: child(root, "c:chart", "c:legend", "c:legendPos")?.attributes.val ?? null,
    axisTitles: axes.map((axis) => text(child(axis, "c:title"))).filter(Boolean),
    sources: plots.flatMap((plot) => descendants(plot, "c:f").map(textContent)),
  };
}

function charts(file: OfficePackage, sheetPart: string): ChartFacts[] {
  const targets = (part: string, type: string) =>
    [...file.relations(part).values()].filter((relation) => relation.type === type).map((r) => r.target);
  return targets(sheetPart, "drawing")
    .flatMap((drawing) => targets(drawing, "chart"))
    .flatMap((part) => {
      const root = file.xml(part);
      return root ? [chart(root)] : [];
    });
}

function hiddenRows(sheet: XmlElement | undefined): number[] {
  return elements(child(sheet, "sheetData"), "row").flatMap(({ attributes }, index) =>
    /^(1|true)$/.test(attributes.hidden ?? "") ? Number(attributes.r ?? index + 1) : [],
  );
}

/** Merged ranges, hidden rows, validation rules and charts of every sheet, by the sheet's name. */
export function sheetExtras(file: OfficePackage): Map<string, SheetExtras> {
  const relations = file.relations("xl/workbook.xml");
  const sheets = elements(child(file.xml("xl/workbook.xml"), "sheets"), "sheet");
  return new Map(
    sheets.map(({ attributes }) => {
      const part = relations.get(attributes["r:id"] ?? "")?.target ?? "";
      const root = file.xml(part);
      const rules = elements(child(root, "dataValidations"), "dataValidation");
      const merges = elements(child(root, "mergeCells"), "mergeCell");
      return [
        attributes.name ?? "",
        {
          hiddenRows: hiddenRows(root),
          merged: merges.flatMap((merge) => merge.attributes.ref ?? []),
          validations: rules.map(validation),
          charts: charts(file, part),
        },
      ];
    }),
  );
}
