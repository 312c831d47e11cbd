import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { judgeFile } from "../../testing/judge.ts";

async function book(
  rows: (string | number)[][],
  change: (sheet: ExcelJS.Worksheet) => void = () => undefined,
) {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Data");
  sheet.addRows(rows);
  change(sheet);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
const ROWS = [
  ["Name", "Sum"],
  ["Ada", 3],
  ["Bob", 4],
];
const pair = { sheet_idx0: 0, sheet_idx1: "EI0" };

describe("compare_table", () => {
  const compare = async (
    rows: (string | number)[][],
    rule: object,
    change?: (sheet: ExcelJS.Worksheet) => void,
  ) =>
    judgeFile("compare_table", await book(rows, change), {
      expected: await book(ROWS),
      options: { rules: [rule] },
    });

  test("sheet_data", async () => {
    expect(await compare(ROWS, { type: "sheet_data", ...pair })).toMatchObject({ score: 1 });
    const wrong = await compare(
      [
        ["Name", "Sum"],
        ["Ada", 3],
        ["Bob", 5],
      ],
      { type: "sheet_data", ...pair },
    );
    expect(wrong).toEqual({ score: 0, reason: "Data!B3 is 5 (number); expected 4" });
    const more = await compare([...ROWS, ["Cy", 1]], { type: "sheet_data", ...pair });
    expect(more.reason).toContain('Data!A4 is "Cy" (text); expected an empty cell');
  });

  test("sheet_name, freeze, row_props and check_cell", async () => {
    expect(await compare(ROWS, { type: "sheet_name" })).toMatchObject({ score: 1 });
    const freeze = { type: "freeze", ...pair };
    expect(await compare(ROWS, freeze)).toMatchObject({ score: 1 });
    const frozen = (sheet: ExcelJS.Worksheet) => {
      sheet.views = [{ state: "frozen", xSplit: 1, ySplit: 0 }];
    };
    expect(await compare(ROWS, freeze, frozen)).toMatchObject({ score: 0 });
    const hidden = (sheet: ExcelJS.Worksheet) => {
      sheet.getRow(2).hidden = true;
    };
    const props = { type: "row_props", ...pair, props: ["hidden"] };
    expect(await compare(ROWS, props, hidden)).toEqual({ score: 0, reason: "row 2 of Data is hidden" });
    const cell = {
      type: "check_cell",
      sheet_idx: 0,
      coordinate: "B2",
      props: { value: { method: "eq", ref: 3 } },
    };
    expect(await compare(ROWS, cell)).toMatchObject({ score: 1 });
  });

  test("a rule that is not known is refused when the task is loaded", async () => {
    await expect(compare(ROWS, { type: "sparkline" })).rejects.toThrow("options.rules");
  });

  test("a corrupt result is 0, a corrupt expected file is nobody's score", async () => {
    const rules = [{ type: "sheet_data", ...pair }];
    expect(
      await judgeFile("compare_table", "x", { expected: await book(ROWS), options: { rules } }),
    ).toMatchObject({ score: 0 });
    const broken = judgeFile("compare_table", await book(ROWS), { expected: "x", options: { rules } });
    await expect(broken).rejects.toThrow("the task's own file");
  });
});

describe("compare_spreadsheet", () => {
  const other = [
    ["Name", "Sum"],
    ["Ada", 3],
    ["Bob", 9],
  ];
  test.each([
    ["B2", 1],
    ["B2:B3", 0],
    ["'Data'!A1:B2", 1],
    ["Data!B3", 0],
    ["A1,B3", 0],
  ])("looks at %s only", async (answer_position, score) => {
    const options = { instruction_type: "Cell-Level Manipulation", answer_position };
    const judged = await judgeFile("compare_spreadsheet", await book(other), {
      expected: await book(ROWS),
      options,
    });
    expect(judged.score).toBe(score);
  });

  test("looks everywhere without a position", async () => {
    const judged = await judgeFile("compare_spreadsheet", await book(other), {
      expected: await book(ROWS),
      options: {},
    });
    expect(judged).toEqual({ score: 0, reason: "Data!B3 is 9 (number); expected 4" });
  });
});
