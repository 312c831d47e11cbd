import { describe, expect, test } from "vitest";
import { takeDesktop } from "../testing/hands.ts";

const CSV = "/home/user/Documents/a.csv";
const TXT = "/home/user/Documents/a.txt";
const table = () => {
  const hands = takeDesktop({ [CSV]: "name,n,day\nb,2,2024-01-02\na,10,2024-01-01\nN/A,1,x\n" });
  hands.desktop.openPath(CSV);
  return hands;
};
const textFile = (text: string) => {
  const hands = takeDesktop({ [TXT]: text });
  hands.desktop.openPath(TXT);
  return hands;
};

describe("CalcTools", () => {
  test("cells and columns are written and read", () => {
    const hands = table();
    expect(hands.tool("CalcTools.set_cell_value", { cell: "B2", value: "7" })).toBe(
      "Set a.B2 to 7 (number).",
    );
    expect(hands.toolFails("CalcTools.set_cell_value", { cell: "B2", value: 7 })).toMatchObject({
      code: "action_failed",
    });
    expect(hands.tool("CalcTools.set_cell_value", { cell: "a.D2", value: "=SUM(B2:B4)" })).toBe(
      "Set a.D2 to =SUM(B2:B4) (formula, shows '18').",
    );
    expect(hands.tool("CalcTools.set_column_values", { column_name: "n", data: [1, "x"] })).toBe(
      "Wrote 2 values to a.B2:B3.",
    );
    expect(hands.tool("CalcTools.get_column_data", { column_name: "day" })).toBe(
      '["day","2024-01-02","2024-01-01","x"]',
    );
    expect(JSON.parse(hands.tool("CalcTools.get_workbook_info"))).toMatchObject({
      file_path: CSV,
      modified: true,
      active_sheet: "a",
      sheets: [{ used_range: "A1:D4" }],
    });
  });

  test("rows are sorted and hidden, columns put in order", () => {
    const hands = table();
    expect(hands.tool("CalcTools.sort_column", { column_name: "n", start_index: 2 })).toBe(
      "Sorted rows 2 to 4 by column B, ascending.",
    );
    expect(hands.toolFails("CalcTools.sort_column", { column_name: "n", start_index: 2 })).toMatchObject({
      code: "action_failed",
    });
    expect(hands.tool("CalcTools.hide_row_data")).toBe("Hid 1 row: 2.");
    expect(hands.names()).not.toContain("A2");
    hands.tool("CalcTools.reorder_columns", { column_order: ["day", "n"] });
    expect(hands.info()).toContain("A1: name | B1: day | C1: n");
  });

  test("a header is not sorted by mistake", () => {
    const hands = takeDesktop({ [CSV]: "n\n2\n1\n" });
    hands.desktop.openPath(CSV);
    expect(hands.toolFails("CalcTools.sort_column", { column_name: "A" })).toMatchObject({
      code: "tool_arguments_invalid",
    });
  });

  test("sheets are renamed, copied, made and switched", () => {
    const hands = table();
    hands.tool("CalcTools.rename_sheet", { old_name: "a", new_name: "Data" });
    hands.tool("CalcTools.copy_sheet", { source_sheet: "Data" });
    hands.tool("CalcTools.switch_active_sheet", { sheet_name: "New" });
    expect(hands.info()).toContain("Sheets: Data (A1:C4), Data (2) (A1:C4), New (empty, active)");
    expect(hands.toolFails("CalcTools.switch_active_sheet", { sheet_name: "new" })).toMatchObject({
      code: "action_failed",
    });
  });

  test("formats, merging, transposing", () => {
    const hands = table();
    hands.tool("CalcTools.highlight_range", { range_str: "A1:B1", color: "yellow" });
    hands.tool("CalcTools.format_range", { range_str: "A1", bold: true, alignment: "center" });
    hands.tool("CalcTools.set_number_format", { range_str: "B2:B4", format_type: "currency" });
    expect(hands.text("B3")).toBe("$10.00");
    hands.tool("CalcTools.merge_cells", { range_str: "A6:B6" });
    hands.tool("CalcTools.transpose_range", { source_range: "A1:B4", target_cell: "E1" });
    expect(hands.text("G2")).toBe("$10.00");
    hands.do({ kind: "hotkey", keys: ["ctrl", "shift", "s"] });
    hands.type("b.xlsx", { overwrite: true, enter: true });
    const sheet = hands.desktop.readWorkbook("/home/user/Documents/b.xlsx")?.sheet;
    expect(sheet?.at(0, 0)?.style).toEqual({ fill: "#FFFF00", bold: true, align: "center" });
    expect(sheet?.merged).toEqual([{ top: 5, left: 0, bottom: 5, right: 1 }]);
  });

  test("saving and exporting write files, and say when there is nothing to do", () => {
    const hands = table();
    hands.tool("CalcTools.set_cell_value", { cell: "A1", value: "Name" });
    expect(hands.tool("CalcTools.save")).toBe(`Saved ${CSV}.`);
    expect(hands.toolFails("CalcTools.save")).toMatchObject({ code: "action_failed" });
    expect(hands.toolFails("CalcTools.export_to_csv")).toMatchObject({ code: "action_failed" });
  });

  test.each([
    ["CalcTools.set_cell_value", { cell: "B2" }, "needs the argument 'value'"],
    ["CalcTools.set_cell_value", { cell: "99", value: 1 }, "cell is"],
    ["CalcTools.set_cell_value", { cell: "B2", value: 1, extra: 1 }, "has no argument 'extra'"],
    ["CalcTools.set_column_values", { column_name: "nope nope", data: [1] }, "column_name is"],
    ["CalcTools.set_column_values", { column_name: "A", data: [] }, "data is"],
    ["CalcTools.sort_column", { column_name: "A", start_index: 99 }, "start_index is"],
    ["CalcTools.set_number_format", { range_str: "A1", format_type: "roman" }, "format_type is"],
    ["CalcTools.highlight_range", { range_str: "A1", color: "nocolor" }, "color is"],
    ["CalcTools.format_range", { range_str: "A1" }, "No property"],
  ] as const)("%s with %j is refused", (name, args, message) => {
    const error = table().toolFails(
      name,
      Object.fromEntries(
        Object.entries(args).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
      ),
    );
    expect(error).toMatchObject({
      code: "tool_arguments_invalid",
      message: expect.stringContaining(message),
    });
  });

  test("what a simulated desktop does not do says so, after its arguments are checked", () => {
    expect(table().toolFails("CalcTools.freeze_panes", { rows: 1 })).toMatchObject({
      code: "action_failed",
      message: expect.stringContaining("CalcTools.freeze_panes"),
      fix: expect.stringContaining("set_cell_value"),
    });
  });
});

describe("WriterTools", () => {
  test("text is written, replaced and saved", () => {
    const hands = textFile("one two\nTwo three\n");
    hands.tool("WriterTools.write_text", { text: "zero " });
    expect(hands.tool("WriterTools.find_and_replace", { pattern: "(?i)(t)wo", replacement: "\\1WO" })).toBe(
      "Replaced 2 occurrences of '(?i)(t)wo' in 2 paragraphs.",
    );
    hands.tool("WriterTools.save");
    expect(hands.desktop.readText(TXT)).toBe("zero one tWO\nTWO three\n");
    expect(hands.toolFails("WriterTools.save")).toMatchObject({ code: "action_failed" });
  });

  test("letter case", () => {
    const hands = textFile("one TWO\nit's three");
    hands.tool("WriterTools.capitalize_words", { paragraph_indices: [1] });
    expect(hands.info()).toContain("Paragraph 0: one TWO\nParagraph 1: It's Three");
    hands.tool("WriterTools.change_text_case", { case_type: "title", pattern: ".+", paragraph_indices: [0] });
    hands.tool("WriterTools.change_text_case", { case_type: "uppercase", pattern: "three|Three" });
    expect(hands.info()).toContain("Paragraph 0: One Two\nParagraph 1: It's THREE");
  });

  test.each([
    ["WriterTools.find_and_replace", { pattern: "(", replacement: "" }, "tool_arguments_invalid"],
    ["WriterTools.find_and_replace", { pattern: "x", replacement: "\\1" }, "tool_arguments_invalid"],
    ["WriterTools.find_and_replace", { pattern: "nowhere", replacement: "" }, "action_failed"],
    ["WriterTools.find_and_replace", { pattern: "text", replacement: "text" }, "action_failed"],
    ["WriterTools.write_text", { text: "x", bold: true }, "action_failed"],
    ["WriterTools.capitalize_words", { paragraph_indices: [7] }, "tool_arguments_invalid"],
    ["WriterTools.set_font", { font_name: "Arial" }, "action_failed"],
  ] as const)("%s with %j is refused", (name, args, code) => {
    const given = Object.fromEntries(
      Object.entries(args).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]),
    );
    expect(textFile("text").toolFails(name, given)).toMatchObject({ code });
  });
});
