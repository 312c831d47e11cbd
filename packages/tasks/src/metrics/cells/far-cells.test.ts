import ExcelJS from "exceljs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { judgeFile } from "../../testing/judge.ts";

const SHEET = "xl/worksheets/sheet1.xml";
const ROWS = [
  ["Name", "Sum"],
  ["Ada", 3],
];

async function book(change: (sheet: ExcelJS.Worksheet) => void = () => undefined): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Data");
  sheet.addRows(ROWS);
  change(sheet);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** A file as an office writes it for what an agent may do with one click or call; to write it cell by cell takes minutes. */
function patched(bytes: Uint8Array, replace: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes);
  const before = strFromU8(parts[SHEET] ?? new Uint8Array());
  const after = replace(before);
  expect(after).not.toBe(before);
  return zipSync({ ...parts, [SHEET]: strToU8(after) });
}

const FAR: Record<string, () => Promise<Uint8Array>> = {
  "a value in its last cell": async () =>
    patched(await book(), (xml) =>
      xml.replace("</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
    ),
  "all its cells merged": async () =>
    patched(await book((sheet) => sheet.mergeCells("E5:F5")), (xml) => xml.replace("E5:F5", "A1:XFD1048576")),
  "a rule on all its cells": async () =>
    patched(
      await book((sheet) => {
        sheet.getCell("E5").dataValidation = { type: "list", formulae: ['"Yes,No"'] };
      }),
      (xml) => xml.replace('sqref="E5"', 'sqref="A1:XFD1048576"'),
    ),
  "its last row hidden": async () =>
    patched(await book(), (xml) =>
      xml.replace("</sheetData>", '<row r="1048576" hidden="1"></row></sheetData>'),
    ),
};
const pair = { sheet_idx0: 0, sheet_idx1: "EI0" };

test.each(Object.keys(FAR))("a sheet with %s is judged like any other, by every comparison", async (name) => {
  const file = (await FAR[name]?.()) ?? new Uint8Array();
  const expected = await book();
  const table = await judgeFile("compare_table", file, {
    expected,
    options: {
      rules: [
        { type: "sheet_data", ...pair },
        { type: "row_props", ...pair, props: ["hidden"] },
      ],
    },
  });
  const whole = await judgeFile("compare_spreadsheet", file, { expected, options: {} });
  const asked = await judgeFile("check_cells", file, {
    rules: { sheets: { Data: { cells: { A1: "Name" }, hidden_rows: [], merged: [] } } },
  });
  expect({ table: table.score, whole: whole.score, asked: asked.score }).toEqual({
    table: name.startsWith("a rule") ? 1 : 0,
    whole: name.startsWith("a rule") || name.startsWith("its last row") ? 1 : 0,
    asked: /^(a rule|a value)/.test(name) ? 1 : 0,
  });
});

test("ranges that are merged in one of two sheets only are a difference, as far as the answer's range goes", async () => {
  const merged = (range: string) => book((sheet) => sheet.mergeCells(range));
  const same = async (found: string, asked: string, answer_position: string) =>
    (
      await judgeFile("compare_spreadsheet", await merged(found), {
        expected: await merged(asked),
        options: { answer_position },
      })
    ).score;
  expect(await same("A1:D1", "A1:D1", "A1:F9")).toBe(1);
  expect(await same("A1:D1", "A1:C1", "A1:F9")).toBe(0);
  expect(await same("A1:D1", "A1:C1", "A1:C9")).toBe(1);
  expect(await same("A2:A4", "E5:F5", "A3:A3")).toBe(0);
  expect(await same("B2:G2", "E5:F5", "")).toBe(0);
});
