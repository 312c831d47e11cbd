import { describe, expect, test } from "vitest";
import { useToolDesktop } from "./tool-desktop.ts";
import {
  columnValues,
  FRUIT,
  readSheet,
  readWorkbook,
  rowValues,
  sheetXml,
  workbookFile,
} from "./workbook.ts";

describe("Calc tools on sheets and their looks act on the open workbook", () => {
  const calc = useToolDesktop("calc");
  const openFruit = async () => calc.open(await workbookFile({ Data: FRUIT, Other: [["x", 5]] }));
  const sheetNames = async (bytes: Uint8Array) =>
    (await readWorkbook(bytes)).worksheets.map((sheet) => sheet.name);

  test("get_workbook_info names file, sheets and what is in use", async () => {
    const path = await openFruit();
    expect(JSON.parse(await calc.call("get_workbook_info"))).toMatchObject({
      file_path: path,
      active_sheet: "Data",
      sheet_count: 2,
      sheets: [
        { name: "Data", index: 0, used_range: "A1:C4", row_count: 4, column_count: 3, visible: true },
        { name: "Other", index: 1, used_range: "A1:B1", row_count: 1, column_count: 2, visible: true },
      ],
    });
  });

  test("save writes the workbook to its own file in its own format", async () => {
    const path = await openFruit();
    await calc.call("set_cell_value", { cell: "A1", value: "Fruit" });
    expect(rowValues(await readSheet(await calc.desktop.files.read(path)), 1)[0]).toBe("Name");
    expect(await calc.call("save")).toContain(path);
    expect(rowValues(await readSheet(await calc.desktop.files.read(path)), 1)[0]).toBe("Fruit");
  });

  test("switch_active_sheet changes the sheet that tools act on and makes one that is missing", async () => {
    const path = await openFruit();
    await calc.call("switch_active_sheet", { sheet_name: "Other" });
    await calc.call("set_cell_value", { cell: "A1", value: "here" });
    await calc.call("switch_active_sheet", { sheet_name: "New" });
    const saved = await calc.save(path);
    expect((await readSheet(saved, "Other")).getCell("A1").value).toBe("here");
    const workbook = await readWorkbook(saved);
    expect(workbook.worksheets.map((sheet) => sheet.name)).toEqual(["Data", "Other", "New"]);
    expect(workbook.views[0]?.activeTab).toBe(2);
  });

  test("rename_sheet renames", async () => {
    const path = await openFruit();
    await calc.call("rename_sheet", { old_name: "Other", new_name: "Überblick 2" });
    expect(await sheetNames(await calc.save(path))).toEqual(["Data", "Überblick 2"]);
  });

  test("copy_sheet copies with a given name or one of its own", async () => {
    const path = await openFruit();
    await calc.call("copy_sheet", { source_sheet: "Data" });
    await calc.call("copy_sheet", { source_sheet: "Other", new_sheet_name: "Twin" });
    const saved = await calc.save(path);
    expect(await sheetNames(saved)).toEqual(["Data", "Data (2)", "Other", "Twin"]);
    expect(rowValues(await readSheet(saved, "Data (2)"), 3)).toEqual(["apple", 12, "south"]);
  });

  test("reorder_sheets moves a sheet to a place, both ways", async () => {
    const path = await calc.open(await workbookFile({ Data: FRUIT, B: [], C: [], D: [] }));
    await calc.call("reorder_sheets", { sheet_name: "Data", position: 2 });
    await calc.call("reorder_sheets", { sheet_name: "D", position: 0 });
    expect(await sheetNames(await calc.save(path))).toEqual(["D", "B", "C", "Data"]);
  });

  test("highlight_range colours cells", async () => {
    const path = await openFruit();
    await calc.call("highlight_range", { range_str: "A2:B2", color: "#FFD700" });
    await calc.call("highlight_range", { range_str: "C2" });
    const sheet = await readSheet(await calc.save(path));
    for (const [cell, argb] of [
      ["A2", "FFFFD700"],
      ["B2", "FFFFD700"],
      ["C2", "FFFF0000"],
    ] as const) {
      expect(sheet.getCell(cell).fill).toMatchObject({ pattern: "solid", fgColor: { argb } });
    }
    expect(sheet.getCell("A3").fill).not.toMatchObject({ pattern: "solid" });
  });

  test("format_range sets background, text colour, weight and alignment", async () => {
    const path = await openFruit();
    await calc.call("format_range", {
      range_str: "A1:C1",
      background_color: "navy",
      font_color: "#FFFFFF",
      bold: true,
      alignment: "center",
    });
    const cell = (await readSheet(await calc.save(path))).getCell("B1");
    expect(cell.fill).toMatchObject({ fgColor: { argb: "FF000080" } });
    expect(cell.font).toMatchObject({ bold: true, color: { argb: "FFFFFFFF" } });
    expect(cell.alignment).toMatchObject({ horizontal: "center" });
  });

  test("merge_cells merges and refuses to cut a merged cell", async () => {
    const path = await openFruit();
    await calc.call("merge_cells", { range_str: "A6:C7" });
    const refusal = await calc.refusal("merge_cells", { range_str: "C7:D8" });
    expect(refusal.code).toBe("action_failed");
    expect(sheetXml(await calc.save(path))).toContain('<mergeCells count="1"><mergeCell ref="A6:C7"/>');
  });

  test("set_number_format sets each kind of format and leaves the values", async () => {
    const path = await openFruit();
    const formats: [string, string, number | undefined, string][] = [
      ["A2", "general", undefined, "General"],
      ["A3", "text", undefined, "@"],
      ["A4", "fraction", undefined, "# ?/?"],
      ["B1", "number", 1, "0.0"],
      ["B2", "currency", undefined, "[$$-409]#,##0.00;-[$$-409]#,##0.00"],
      ["B3", "percentage", 0, "0%"],
      ["B4", "scientific", 3, "0.000E+00"],
      ["C2", "date", undefined, "yyyy-mm-dd"],
      ["C3", "time", undefined, "hh:mm:ss"],
      ["C4", "accounting", 1, "accounting"],
    ];
    for (const [range_str, format_type, decimal_places] of formats) {
      await calc.call("set_number_format", { range_str, format_type, decimal_places });
    }
    const sheet = await readSheet(await calc.save(path));
    for (const [cell, kind, , code] of formats) {
      const saved = sheet.getCell(cell).numFmt ?? "General";
      if (kind === "accounting") expect(saved).toContain("#,##0.0");
      else expect(saved.toLowerCase()).toBe(code.toLowerCase());
    }
    expect(columnValues(sheet, "B")).toEqual(["Qty", 3, 12, 7]);
  });

  test("adjust_column_width counts characters as Excel does, and fits contents", async () => {
    const path = await openFruit();
    await calc.call("set_cell_value", {
      cell: "C2",
      value: "a text that is a good deal wider than a column",
    });
    await calc.call("adjust_column_width", { columns: "A:B", width: 25 });
    await calc.call("adjust_column_width", { columns: "C", autofit: true });
    const sheet = await readSheet(await calc.save(path));
    expect(sheet.getColumn("A").width).toBeCloseTo(25, 0);
    expect(sheet.getColumn("B").width).toBeCloseTo(25, 0);
    expect(sheet.getColumn("C").width).toBeGreaterThan(28);
  });

  test("adjust_row_height sets points", async () => {
    const path = await openFruit();
    await calc.call("adjust_row_height", { rows: "2:3", height: 30 });
    const sheet = await readSheet(await calc.save(path));
    expect([1, 2, 3].map((row) => Math.round(sheet.getRow(row).height))).toEqual([
      expect.not.closeTo(30),
      30,
      30,
    ]);
  });

  test("freeze_panes freezes rows and columns, and 0 and 0 ends it", async () => {
    const path = await openFruit();
    await calc.call("freeze_panes", { rows: 1, columns: 2 });
    const pane = /<pane [^>]*>/.exec(sheetXml(await calc.save(path)))?.[0];
    expect(pane).toContain('xSplit="2" ySplit="1"');
    expect(pane).toContain('state="frozen"');
    await calc.call("freeze_panes");
    expect(sheetXml(await calc.save(path))).not.toContain("<pane ");
  });

  test("set_zoom_level is kept in the file", async () => {
    const path = await openFruit();
    await calc.call("set_zoom_level", { zoom_percentage: 150 });
    expect(sheetXml(await calc.save(path))).toContain('zoomScale="150"');
  });

  test("set_validation_list offers the values from row 2 on", async () => {
    const path = await openFruit();
    await calc.call("set_validation_list", { column_name: "Region", values: ["north", "south"] });
    const sheet = await readSheet(await calc.save(path));
    for (const cell of ["C2", "C3", "C4"]) {
      const rule = sheet.getCell(cell).dataValidation;
      expect([rule.type, rule.formulae[0]]).toEqual(["list", '"north,south"']);
    }
    expect(sheet.getCell("C1").dataValidation).toBeUndefined();
  });
});
