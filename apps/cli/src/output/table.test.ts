import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { renderTable } from "./table.ts";

test("columns are as wide as their widest cell and numbers stand to the right", () => {
  const table = renderTable(
    [
      { name: "calc", n: 7 },
      { name: "a-long-name", n: 123 },
    ],
    [
      { header: "Task", value: (row) => row.name, maxWidth: 6 },
      { header: "n", value: (row) => String(row.n), align: "right" },
    ],
  );
  expect(stripVTControlCharacters(table).split("\n")).toEqual(["Task      n", "calc      7", "a-lon…  123"]);
});
