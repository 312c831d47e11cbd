import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { BytesContent } from "../storage/file-content.ts";
import { writeCsv } from "./csv.ts";
import { sortRows } from "./sort.ts";
import { loadWorkbook, storeWorkbook } from "./stored.ts";
import { Workbook } from "./workbook.ts";

function bookOf(rows: readonly (readonly (string | number | boolean | null)[])[]): Workbook {
  const book = new Workbook();
  rows.forEach((values, row) => {
    values.forEach((value, column) => {
      book.enter(book.sheet, row, column, value);
    });
  });
  return book;
}

describe("formulas", () => {
  test.each([
    ["=1+2*3", 7],
    ["=SUM(A1:A3)", 6],
    ["=AVERAGE(A1:A3)", 2],
    ["=MIN(A1:A3)+MAX(A1:A3)", 4],
    ["=COUNT(A1:A9)", 3],
    ['=IF(A1>A2,"up","down")', "down"],
    ["=A1/0", "#DIV/0!"],
    ["=NOSUCH(A1)", "#NAME?"],
    ["=SUM(A1:A3", "Err:509"],
    ["=RAND()", "#NAME?"],
    ["=SUM(Sheet1.A1:A2)", 3],
    ["=Sheet1!A3", 3],
    ["=SUM(A:A)", 6],
  ])("%s is %s", (formula, value) => {
    const book = bookOf([[1], [2], [3]]);
    book.enter(book.sheet, 0, 3, formula);
    expect(book.value(book.sheet, 0, 3)).toBe(value);
  });

  test("follow the cells they rest on, through others", () => {
    const book = bookOf([[1, "=A1*2", "=B1+1"]]);
    expect(book.value(book.sheet, 0, 2)).toBe(3);
    book.enter(book.sheet, 0, 0, 10);
    expect(book.value(book.sheet, 0, 2)).toBe(21);
  });

  test("that rest on themselves are an error", () => {
    const book = bookOf([["=B1", "=A1"]]);
    expect(book.value(book.sheet, 0, 0)).toBe("Err:522");
    book.enter(book.sheet, 0, 1, 4);
    expect(book.value(book.sheet, 0, 0)).toBe(4);
  });

  test("follow a sheet that is renamed", () => {
    const book = bookOf([[5]]);
    book.enter(book.sheet, 1, 0, "=Sheet1!A1+1");
    book.rename(book.sheet, "My data");
    expect(book.sheet.at(1, 0)?.formula).toBe("='My data'!A1+1");
    expect(book.value(book.sheet, 1, 0)).toBe(6);
  });
});

test("a cell that holds a value already is not entered again", () => {
  const book = bookOf([["12", "text", true, "2024-01-31", "=1+1"]]);
  for (const [column, value] of [12, "text", true, "2024-01-31", "=1+1"].entries()) {
    expect(book.enter(book.sheet, 0, column, value)).toBe(false);
  }
  expect(book.enter(book.sheet, 0, 0, "13")).toBe(true);
});

test("sorting moves whole rows, numbers first, empty cells last, and says when nothing moved", () => {
  const book = bookOf([
    ["name", "n"],
    ["b", 2],
    ["a", "x"],
    ["c", null],
    ["d", -1],
  ]);
  expect(sortRows(book, 1, { ascending: true, top: 1 })).toBe(true);
  expect(writeCsv(book)).toBe("name,n\nd,-1\nb,2\na,x\nc,\n");
  expect(sortRows(book, 1, { ascending: true, top: 1 })).toBe(false);
  expect(sortRows(book, 1, { ascending: false, top: 1 })).toBe(true);
  expect(writeCsv(book)).toBe("name,n\na,x\nb,2\nd,-1\nc,\n");
});

describe("files", () => {
  const rows = [
    ["Name", "Größe <&>", "when"],
    ['a,"b"', 1.5, "2024-02-29"],
    ["'007", true, "=SUM(B2:B2)*2"],
  ];

  test("an xlsx file is read by others", async () => {
    const book = bookOf(rows);
    book.restyle(
      book.sheet,
      { top: 0, left: 0, bottom: 0, right: 0 },
      { bold: true, fill: "#FF0000", format: "0.00" },
    );
    book.sheet.hiddenRows.add(2);
    book.sheet.merged = [{ top: 4, left: 0, bottom: 4, right: 2 }];
    const file = new ExcelJS.Workbook();
    await file.xlsx.load(Uint8Array.from(storeWorkbook(book, "/a.xlsx").bytes()).buffer);
    const sheet = file.worksheets[0];
    expect(sheet?.name).toBe("Sheet1");
    expect(sheet?.getCell("B1").value).toBe("Größe <&>");
    expect(sheet?.getCell("A1").font.bold).toBe(true);
    expect(sheet?.getCell("A1").fill).toMatchObject({ fgColor: { argb: "FFFF0000" } });
    expect(sheet?.getCell("A1").numFmt).toBe("0.00");
    expect(sheet?.getCell("B2").value).toBe(1.5);
    expect(sheet?.getCell("C2").value).toEqual(new Date("2024-02-29T00:00:00Z"));
    expect(sheet?.getCell("A3").value).toBe("007");
    expect(sheet?.getCell("B3").value).toBe(true);
    expect(sheet?.getCell("C3").value).toMatchObject({ formula: "SUM(B2:B2)*2", result: 3 });
    expect(sheet?.getRow(3).hidden).toBe(true);
    expect(sheet?.model.merges).toEqual(["A5:C5"]);
  });

  test("an xlsx file of others is read", async () => {
    const file = new ExcelJS.Workbook();
    const sheet = file.addWorksheet("Data");
    sheet.addRows([
      ["x", 1, true],
      [new Date("2024-02-29T00:00:00Z"), { formula: "B1*3", result: 3 }, "ž"],
    ]);
    sheet.getCell("A1").font = { bold: true };
    file.addWorksheet("Two");
    const bytes = new Uint8Array(await file.xlsx.writeBuffer());
    const stored = loadWorkbook(new BytesContent(bytes), "/a.xlsx");
    const book = new Workbook(stored.sheets);
    expect(book.sheets.map(({ name }) => name)).toEqual(["Data", "Two"]);
    expect([0, 1, 2].map((column) => book.plain(book.sheet, 0, column))).toEqual(["x", 1, true]);
    expect([0, 1, 2].map((column) => book.plain(book.sheet, 1, column))).toEqual(["2024-02-29", 3, "ž"]);
    expect(book.sheet.at(0, 0)?.style?.bold).toBe(true);
  });

  test("what is stored comes back, as xlsx and as csv", () => {
    const book = bookOf(rows);
    const bytes = storeWorkbook(book, "/a.xlsx").bytes();
    expect(storeWorkbook(book, "/a.xlsx").bytes()).toEqual(bytes);
    const again = new Workbook(loadWorkbook(new BytesContent(bytes), "/a.xlsx").sheets);
    expect(again.sheet.cells).toEqual(book.sheet.cells);
    const csv = storeWorkbook(book, "/a.csv");
    expect(new TextDecoder().decode(csv.bytes())).toBe(
      'Name,Größe <&>,when\n"a,""b""",1.5,2024-02-29\n007,TRUE,3\n',
    );
  });

  test("a damaged file is refused with its path", () => {
    expect(() => loadWorkbook(new BytesContent(new Uint8Array([80, 75, 3, 4, 0])), "/a.xlsx")).toThrow(
      expect.objectContaining({ code: "invalid_input", where: "/a.xlsx" }),
    );
  });
});
