import { z } from "zod";
import type { CalcApp } from "../apps/calc/calc-app.ts";
import { badArgument, Refusal } from "../core/refusal.ts";
import type { CellStyle } from "../workbook/cell.ts";
import { findArea, formattable, unchanged } from "./calc-places.ts";
import type { CalcTool } from "./calc-tools.ts";
import { flag, text } from "./checked.ts";
import { parseColor } from "./colors.ts";

const Alignment = z.enum(["left", "center", "right"]);

export const CALC_FORMAT_TOOLS: Readonly<Record<string, CalcTool>> = {
  highlight_range(app, args) {
    const fill = parseColor("color", args.color);
    return `Highlighted ${restyle(app, text(args.range_str), { fill })} in ${fill}.`;
  },
  format_range(app, args) {
    const given = (name: string) => args[name] !== undefined;
    const style: CellStyle = {
      ...(given("background_color") ? { fill: parseColor("background_color", args.background_color) } : {}),
      ...(given("font_color") ? { color: parseColor("font_color", args.font_color) } : {}),
      ...(given("bold") ? { bold: flag(args.bold) } : {}),
      ...(given("alignment") ? { align: Alignment.parse(args.alignment) } : {}),
    };
    if (Object.keys(style).length === 0) {
      throw new Refusal(
        "tool_arguments_invalid",
        "No property is given.",
        "Give at least one of background_color, font_color, bold, alignment.",
      );
    }
    return `Formatted ${restyle(app, text(args.range_str), style)}.`;
  },
  set_number_format(app, args) {
    const type = text(args.format_type);
    const format = numberFormat(type, z.number().optional().parse(args.decimal_places));
    return `Set the number format of ${restyle(app, text(args.range_str), { format })} to ${format}.`;
  },
  merge_cells(app, args) {
    const place = findArea(app, "range_str", text(args.range_str));
    const { sheet, name, top, left, bottom, right } = place;
    const area = { top, left, bottom, right };
    if (top === bottom && left === right)
      throw badArgument("range_str", args.range_str, "at least two cells");
    const same = (one: typeof area) =>
      one.top === top && one.left === left && one.bottom === bottom && one.right === right;
    if (sheet.merged.some(same)) throw unchanged(`${name} is merged already`);
    const overlaps = (one: typeof area) =>
      one.top <= bottom && one.bottom >= top && one.left <= right && one.right >= left;
    if (sheet.merged.some(overlaps))
      throw badArgument("range_str", args.range_str, "cells that are not merged with others");
    app.change(() => {
      sheet.merged = [...sheet.merged, area];
      return true;
    });
    return `Merged ${name}.`;
  },
};

/** Changes the style of a range and gives back its name. */
function restyle(app: CalcApp, range: string, style: CellStyle): string {
  const place = findArea(app, "range_str", range);
  const area = formattable(place);
  if (!app.change(() => app.book.restyle(place.sheet, area, style) > 0))
    throw unchanged(`${place.name} has that format already`);
  return place.name;
}

function numberFormat(type: string, decimals: number | undefined): string {
  const digits = (usual: number) => {
    const count = decimals ?? usual;
    return count > 0 ? `.${"0".repeat(count)}` : "";
  };
  switch (type) {
    case "number":
      return `0${digits(0)}`;
    case "currency":
    case "accounting":
      return `"$"#,##0${digits(2)}`;
    case "date":
      return "yyyy-mm-dd";
    case "time":
      return "hh:mm:ss";
    case "percentage":
      return `0${digits(2)}%`;
    case "fraction":
      return "# ?/?";
    case "scientific":
      return `0${digits(2)}E+00`;
    case "text":
      return "@";
    default:
      return "General";
  }
}
