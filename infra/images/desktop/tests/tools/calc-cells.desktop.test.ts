import { describe, expect, test } from "vitest";
import { useToolDesktop } from "./tool-desktop.ts";
import { columnValues, FRUIT, readSheet, rowValues, workbookFile } from "./workbook.ts";

describe("Calc tools on cells act on the open workbook and their effect is in the saved file", () => {
  const calc = useToolDesktop("calc");
  const openFruit = async () => calc.open(await workbookFile({ Data: FRUIT, Other: [["x", 5]] }));

  test("get_column_data reads a column by letters and by header", async () => {
    await openFruit();
    expect(JSON.parse(await calc.call("get_column_data", { column_name: "B" }))).toEqual(["Qty", 3, 12, 7]);
    expect(JSON.parse(await calc.call("get_column_data", { column_name: "Region" }))).toEqual([
      "Region",
      "north",
      "south",
      "north",
    ]);
  });

  test("set_cell_value writes numbers, texts, formulas, dates, truth values and nothing", async () => {
    const path = await openFruit();
    const values: [string, unknown][] = [
      ["E1", 12.5],
      ["E2", "42"],
      ["E3", "'42"],
      ["E4", "ångström 數 😀"],
      ["E5", "=SUM(B2:B4)"],
      ["E6", "=IF(B2>1,Other!B1*2,0)"],
      ["E7", "=SUM(B2;B3)"],
      ["E8", "2024-01-31"],
      ["E9", true],
      ["Other.A2", -1],
      ["A2", null],
    ];
    for (const [cell, value] of values) await calc.call("set_cell_value", { cell, value });
    const saved = await calc.save(path);
    const sheet = await readSheet(saved);
    expect(columnValues(sheet, "E")).toEqual([
      12.5,
      42,
      "42",
      "ångström 數 😀",
      "=SUM(B2:B4)",
      "=IF(B2>1,Other!B1*2,0)",
      "=SUM(B2,B3)",
      new Date("2024-01-31T00:00:00Z"),
      true,
    ]);
    expect(sheet.getCell("E5").result).toBe(22);
    expect(sheet.getCell("E6").result).toBe(10);
    expect(sheet.getCell("A2").value).toBeNull();
    expect((await readSheet(saved, "Other")).getCell("A2").value).toBe(-1);
  });

  test("set_column_values writes down a column from the given row, by default below the header", async () => {
    const path = await openFruit();
    await calc.call("set_column_values", { column_name: "Qty", data: [1, "2.5", "=B2+B3"] });
    await calc.call("set_column_values", {
      column_name: "D",
      data: ["Note", "'7", null, "last"],
      start_index: 1,
    });
    const sheet = await readSheet(await calc.save(path));
    expect(columnValues(sheet, "B")).toEqual(["Qty", 1, 2.5, "=B2+B3"]);
    expect(sheet.getCell("B4").result).toBe(3.5);
    expect(columnValues(sheet, "D")).toEqual(["Note", "7", null, "last"]);
  });

  test("transpose_range swaps rows and columns", async () => {
    const path = await openFruit();
    await calc.call("transpose_range", { source_range: "A1:B4", target_cell: "E1" });
    const sheet = await readSheet(await calc.save(path));
    expect(rowValues(sheet, 1).slice(4)).toEqual(["Name", "pear", "apple", "fig"]);
    expect(rowValues(sheet, 2).slice(4)).toEqual(["Qty", 3, 12, 7]);
    expect(columnValues(sheet, "A")).toEqual(["Name", "pear", "apple", "fig"]);
  });

  test("sort_column sorts whole rows", async () => {
    const path = await openFruit();
    await calc.call("sort_column", { column_name: "Qty", ascending: false, start_index: 2 });
    const sheet = await readSheet(await calc.save(path));
    expect(columnValues(sheet, "B")).toEqual(["Qty", 12, 7, 3]);
    expect(columnValues(sheet, "A")).toEqual(["Name", "apple", "fig", "pear"]);
  });

  test("sort_column refuses to sort a header into the data", async () => {
    const path = await openFruit();
    const refusal = await calc.refusal("sort_column", { column_name: "B" });
    expect(refusal).toMatchObject({
      code: "tool_arguments_invalid",
      text: expect.stringContaining("Give 2"),
    });
    expect(columnValues(await readSheet(await calc.save(path)), "B")).toEqual(["Qty", 3, 12, 7]);
  });

  test("hide_row_data hides the rows with the value and no other", async () => {
    const path = await openFruit();
    await calc.call("hide_row_data", { value: "north" });
    const sheet = await readSheet(await calc.save(path));
    expect([1, 2, 3, 4].map((row) => sheet.getRow(row).hidden)).toEqual([false, true, false, true]);
  });

  test("reorder_columns moves columns with their contents and keeps the others", async () => {
    const path = await openFruit();
    await calc.call("set_cell_value", { cell: "D2", value: "=B2*10" });
    await calc.call("reorder_columns", { column_order: ["Region", "A"] });
    const sheet = await readSheet(await calc.save(path));
    expect(rowValues(sheet, 1).slice(0, 3)).toEqual(["Region", "Name", "Qty"]);
    expect(rowValues(sheet, 3).slice(0, 3)).toEqual(["south", "apple", 12]);
    expect(sheet.getCell("D2").formula).toBe("C2*10");
  });

  test("a formula that Calc does not understand leaves the cell as it was", async () => {
    const path = await openFruit();
    const broken = ["=NOSUCH(1)", "=B2+", "=Missing!A1", "=A1)", "=B2"];
    for (const value of broken) {
      const refusal = await calc.refusal("set_cell_value", { cell: "B2", value });
      expect(refusal).toMatchObject({ code: "action_failed", text: expect.stringContaining(value) });
    }
    expect(columnValues(await readSheet(await calc.save(path)), "B")).toEqual(["Qty", 3, 12, 7]);
  });

  test("a change is one entry of the Undo menu", async () => {
    const path = await openFruit();
    await calc.call("set_column_values", { column_name: "B", data: [9, 9, "=1+1"] });
    await calc.desktop.act({ id: "undo_1", kind: "hotkey", keys: ["ctrl", "z"] });
    expect(columnValues(await readSheet(await calc.save(path)), "B")).toEqual(["Qty", 3, 12, 7]);
  });

  test("a protected sheet is refused and stays", async () => {
    const ExcelJS = (await import("exceljs")).default;
    const workbook = new ExcelJS.Workbook();
    const made = workbook.addWorksheet("Data");
    made.addRow(["a", 1]);
    await made.protect("secret", {});
    const path = await calc.open(new Uint8Array(await workbook.xlsx.writeBuffer()));
    const refusal = await calc.refusal("set_cell_value", { cell: "A1", value: "b" });
    expect(refusal).toMatchObject({ code: "action_failed", text: expect.stringContaining("protected") });
    expect((await readSheet(await calc.save(path))).getCell("A1").value).toBe("a");
  });
});
