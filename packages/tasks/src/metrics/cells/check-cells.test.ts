import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { judgeFile } from "../../testing/judge.ts";

async function book(fill: (workbook: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  fill(workbook);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

const made = book((workbook) => {
  const sheet = workbook.addWorksheet("Sheet1");
  sheet.addRows([
    ["Item", "Amount"],
    ["Pen", 12],
    ["Ink", 7.5],
  ]);
  sheet.getCell("B4").value = { formula: "SUM(B2:B3)", result: 19.5 };
  sheet.getCell("C1").value = new Date(Date.UTC(2025, 4, 6));
  sheet.getCell("C2").value = true;
  sheet.getCell("C3").value = { richText: [{ text: "two " }, { text: "parts" }] };
  sheet.getCell("C4").value = { error: "#DIV/0!" };
  sheet.getCell("A1").font = { bold: true, color: { argb: "FFCC0000" }, size: 14, name: "Arial" };
  sheet.getCell("A1").fill = { type: "pattern", pattern: "solid", fgColor: { argb: "FFFFFF00" } };
  sheet.getCell("A1").alignment = { horizontal: "center" };
  sheet.getCell("B2").numFmt = "#,##0.00";
  sheet.getRow(3).hidden = true;
  sheet.mergeCells("E1:F1");
  sheet.views = [{ state: "frozen", xSplit: 0, ySplit: 1 }];
  sheet.getColumn("A").width = 20;
  sheet.getCell("D2").dataValidation = { type: "list", formulae: ['"Yes,No"'], allowBlank: true };
  sheet.getCell("D3").dataValidation = { type: "list", formulae: ['"Yes,No"'], allowBlank: true };
  workbook.addWorksheet("Notes");
});

const sample = () => made;

const sheet = (rule: object) => ({ rules: { sheets: { Sheet1: rule } } });

test.each([
  ["values by type", { cells: { A2: "Pen", B2: 12, C1: "2025-05-06", C2: true, C3: "two parts", A9: null } }],
  [
    "types",
    { cells: { A2: { type: "text" }, B3: { type: "number" }, C1: { type: "date" }, C4: { type: "error" } } },
  ],
  [
    "a formula, whatever its blanks, case and dollars",
    { cells: { B4: { formula: "=sum( $B$2:B3 )", value: 19.5 } } },
  ],
  ["one of several formulas", { cells: { B4: { formula: ["=B2+B3", "=SUM(B2:B3)"] } } }],
  ["any formula, and none", { cells: { B4: { formula: true }, B3: { formula: false } } }],
  ["one of several values", { cells: { B2: { one_of: [11, 12] } } }],
  ["a number nearby", { cells: { B3: { value: 7.4, tolerance: 0.2 } } }],
  ["text in other case", { cells: { A2: { value: "pEN", ignore_case: true } } }],
  [
    "looks",
    {
      cells: {
        A1: {
          bold: true,
          color: "#CC0000",
          fill: "#FFFF00",
          align: "center",
          font_size: 14,
          font_name: "Arial",
        },
      },
    },
  ],
  ["a number format", { cells: { B2: { format: { kind: "number", decimals: 2, thousands: true } } } }],
  ["a range of cells", { cells: { "B2:B3": { type: "number", bold: false } } }],
  [
    "a grid",
    {
      grid: {
        A1: [
          ["Item", "Amount"],
          ["Pen", 12],
          ["Ink", 7.5],
        ],
      },
    },
  ],
  ["hidden rows", { hidden_rows: [3] }],
  ["merged ranges", { merged: ["E1:F1"] }],
  ["frozen panes", { frozen: { rows: 1, columns: 0 } }],
  ["a column's width", { column_widths: { A: [19, 22] } }],
  ["a validation list", { validation: { range: "D2:D3", values: ["Yes", "No"] } }],
])("is right about %s", async (_name, rule) => {
  expect(await judgeFile("check_cells", await sample(), sheet(rule))).toMatchObject({ score: 1 });
});

test.each([
  ["a value", { cells: { B2: 13 } }, "Sheet1!B2 is 12 (number); expected 13"],
  ["a number in place of text", { cells: { B2: "12" } }, 'Sheet1!B2 is 12 (number); expected "12"'],
  ["text that is not empty", { cells: { A2: null } }, 'Sheet1!A2 is "Pen" (text); expected an empty cell'],
  ["an empty cell", { cells: { A9: "x" } }, 'Sheet1!A9 is empty; expected "x"'],
  [
    "a value in place of a formula",
    { cells: { B3: { formula: "=SUM(B2:B6)" } } },
    "Sheet1!B3 is 7.5 (number); expected formula =SUM(B2:B6)",
  ],
  [
    "another formula",
    { cells: { B4: { formula: "=SUM(B2:B2)" } } },
    "Sheet1!B4 is 19.5 (number, =SUM(B2:B3)); expected formula =SUM(B2:B2)",
  ],
  ["a formula that should not be", { cells: { B4: { formula: false } } }, "expected no formula"],
  ["a type", { cells: { A2: { type: "number" } } }, "expected type number"],
  ["a colour", { cells: { A1: { fill: "#00FF00" } } }, "Sheet1!A1 has fill #FFFF00; expected #00FF00"],
  ["no colour", { cells: { A2: { fill: "#00FF00" } } }, "Sheet1!A2 has fill none; expected #00FF00"],
  ["weight", { cells: { A1: { bold: false } } }, "Sheet1!A1 is bold; expected it not to be"],
  [
    "a number format",
    { cells: { B2: { format: { kind: "percent" } } } },
    "Sheet1!B2 has number format #,##0.00; expected kind percent",
  ],
  ["one cell of a range", { cells: { "A1:A2": { bold: true } } }, "Sheet1!A2 is not bold"],
  [
    "a grid",
    {
      grid: {
        A2: [
          ["Pen", 12],
          ["Ink", 8],
        ],
      },
    },
    "Sheet1!B3 is 7.5 (number); expected 8",
  ],
  ["a row that is not hidden", { hidden_rows: [2, 3] }, "Sheet1 has hidden rows 3; expected 2, 3"],
  ["a row that should show", { hidden_rows: [] }, "Sheet1 has hidden rows 3; expected none"],
  ["merged ranges", { merged: ["A1:B1"] }, "Sheet1 has merged ranges E1:F1; expected A1:B1"],
  [
    "frozen panes",
    { frozen: { rows: 1, columns: 1 } },
    "Sheet1 has 1 rows and 0 columns frozen; expected 1 rows and 1 columns",
  ],
  ["a width", { column_widths: { A: [5, 8] } }, "Sheet1 width of column A is"],
  [
    "a list's values",
    { validation: { range: "D2:D3", values: ["No"] } },
    "Sheet1!D2 has a list of Yes, No; expected a list of No",
  ],
  [
    "a list's reach",
    { validation: { range: "D2:D4", values: ["Yes", "No"] } },
    "Sheet1!D4 has no validation",
  ],
  ["a chart", { chart: { type: "pie" } }, "there is no chart on Sheet1"],
])("is wrong about %s, and says how", async (_name, rule, reason) => {
  const score = await judgeFile("check_cells", await sample(), sheet(rule));
  expect(score.score).toBe(0);
  expect(score.reason).toContain(reason);
});

describe("sheets", () => {
  test("their names and order", async () => {
    const rules = { sheet_names: ["Sheet1", "Notes"] };
    expect(await judgeFile("check_cells", await sample(), { rules })).toMatchObject({ score: 1 });
    const turned = await judgeFile("check_cells", await sample(), {
      rules: { sheet_names: ["Notes", "Sheet1"] },
    });
    expect(turned).toEqual({ score: 0, reason: "the sheets are Sheet1, Notes; expected Notes, Sheet1" });
  });

  test("a sheet that is not there", async () => {
    const score = await judgeFile("check_cells", await sample(), { rules: { sheets: { Budget: {} } } });
    expect(score).toEqual({ score: 0, reason: "there is no sheet Budget, only Sheet1, Notes" });
  });

  test("the first sheet, whatever its name", async () => {
    const score = await judgeFile("check_cells", await sample(), {
      rules: { sheets: { "*": { cells: { A2: "Pen" } } } },
    });
    expect(score.score).toBe(1);
  });
});

test("a file that is no spreadsheet, or one cut short, is 0 with the reason", async () => {
  const whole = await sample();
  for (const bytes of [
    new TextEncoder().encode("Order,Amount"),
    whole.subarray(0, whole.length / 2),
    new Uint8Array(),
  ]) {
    const score = await judgeFile("check_cells", bytes, sheet({ cells: { A1: "Item" } }));
    expect(score.score).toBe(0);
    expect(score.reason).toContain("/home/user/result cannot be read");
  }
});

test("many faults are cut to the first three", async () => {
  const score = await judgeFile("check_cells", await sample(), sheet({ cells: { "H1:H9": 1 } }));
  expect(score.reason).toContain("; and 6 more");
});
