import type { SimAction } from "../core/act.ts";
import type { SimDesktop } from "../core/sim-desktop.ts";

const TEXTS = [
  "12",
  "hello world",
  "=SUM(A1:B3)",
  "=A1/0",
  "/home/user/Documents/x.xlsx",
  "a\nb\tc",
  "'007",
  "2024-01-31",
  "notes.txt",
  "🙂 ž",
];
const KEYS = [
  "enter",
  "tab",
  "escape",
  "delete",
  "backspace",
  "up",
  "down",
  "left",
  "right",
  "home",
  "end",
  "f2",
  "pageup",
  "pagedown",
];
const SHORTCUTS = ["s", "c", "x", "v", "a", "z", "h", "b", "o", "w", "home", "end", "pageup", "pagedown"];
const APPS = ["libreoffice calc", "libreoffice writer", "files", "settings"];
const CALLS = [
  ["CalcTools", "set_cell_value", { cell: "B2", value: "=A1+1" }],
  ["CalcTools", "set_column_values", { column_name: "C", data: [1, "x", null, true] }],
  ["CalcTools", "sort_column", { column_name: "A", ascending: false, start_index: 2 }],
  ["CalcTools", "rename_sheet", { old_name: "Sheet1", new_name: "Data" }],
  ["CalcTools", "copy_sheet", { source_sheet: "Data" }],
  ["CalcTools", "switch_active_sheet", { sheet_name: "Other" }],
  ["CalcTools", "reorder_columns", { column_order: ["C", "A"] }],
  ["CalcTools", "transpose_range", { source_range: "A1:C3", target_cell: "E5" }],
  ["CalcTools", "hide_row_data", { value: "x" }],
  ["CalcTools", "merge_cells", { range_str: "A1:B1" }],
  ["CalcTools", "export_to_csv", {}],
  ["CalcTools", "save", {}],
  ["CalcTools", "get_workbook_info", {}],
  ["WriterTools", "write_text", { text: "one two\nthree " }],
  ["WriterTools", "find_and_replace", { pattern: "o(n|t)", replacement: "\\1o" }],
  ["WriterTools", "capitalize_words", {}],
  ["WriterTools", "save", {}],
] as const;

/** An action as an explorer would take it: mostly on what the rows offer, sometimes anywhere. */
export function randomAction(sim: SimDesktop, random: () => number): SimAction {
  const pick = <T>(items: readonly [T, ...T[]] | readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];
  const { width, height } = sim.desk.screen;
  const anywhere = () => ({ x: Math.floor(random() * width), y: Math.floor(random() * height) });
  const somewhere = () => {
    const row = random() < 0.85 ? pick(sim.observe().accessibility) : undefined;
    return row ? { x: row.x, y: row.y } : anywhere();
  };
  const chance = random();
  if (chance < 0.5) {
    const button = random() < 0.1 ? "right" : "left";
    return { kind: "click", ...somewhere(), button, clicks: random() < 0.2 ? 2 : 1 };
  }
  if (chance < 0.65)
    return { kind: "type", text: pick(TEXTS) ?? "", overwrite: random() < 0.3, enter: random() < 0.5 };
  if (chance < 0.75)
    return { kind: "hotkey", keys: [...(random() < 0.2 ? ["shift"] : []), pick(KEYS) ?? "enter"] };
  if (chance < 0.83) return { kind: "hotkey", keys: ["ctrl", pick(SHORTCUTS) ?? "s"] };
  if (chance < 0.86) return { kind: "drag", from: somewhere(), to: somewhere() };
  if (chance < 0.89) return { kind: "scroll", ...somewhere(), deltaY: Math.floor(random() * 11) - 5 };
  if (chance < 0.92) return { kind: "open_app", app: pick(APPS) ?? "files" };
  if (chance < 0.94)
    return {
      kind: "switch_window",
      windowId: pick(sim.observe({ accessibility: false }).windows)?.id ?? "none",
    };
  const [tool, method, args] = pick(CALLS) ?? CALLS[0];
  return { kind: "tool", tool, method, args: JSON.parse(JSON.stringify(args)) };
}
