import { expect, test } from "vitest";
import { takeDesktop } from "../../testing/hands.ts";

const PATH = "/home/user/Documents/a.csv";
const openTable = (text = "name,n\nb,2\na,10\nc,1\n") => {
  const hands = takeDesktop({ [PATH]: text });
  hands.desktop.openPath(PATH);
  return hands;
};

test("the document is told as a real desktop tells it", () => {
  const hands = openTable("name,n\nb,2\n");
  hands.tool("CalcTools.set_cell_value", { cell: "C2", value: "=B2*2" });
  expect(hands.info()).toBe(
    `File: ${PATH}\nSheets: a (A1:C2, active)\nActive cell: a.A1\nSheet a:\nA1: name | B1: n\nA2: b | B2: 2 | C2: 4 (=B2*2)`,
  );
  expect(hands.desktop.observe()).toMatchObject({
    foregroundApp: "calc",
    windows: [{ title: "a.csv - LibreOffice Calc", focused: true }],
  });
});

test("clicking a cell, typing and enter fills it and goes down; a formula is recalculated", () => {
  const hands = openTable();
  hands.click("B5");
  hands.type("=SUM(B2:B4)", { enter: true });
  expect(hands.text("B5")).toBe("13");
  expect(hands.info()).toContain("Active cell: a.B6");
  hands.click("B2");
  hands.type("100");
  expect(hands.text("Input line")).toBe("100");
  hands.keys("tab");
  expect(hands.text("B5")).toBe("111");
  expect(hands.text("Name Box")).toBe("C2");
});

test("arrows, F2, escape and the formula bar", () => {
  const hands = openTable();
  hands.keys("down");
  hands.keys("right");
  hands.keys("f2");
  hands.type("5");
  hands.keys("escape");
  expect(hands.text("B2")).toBe("2");
  hands.click("Input line");
  hands.type("5", { enter: true });
  expect(hands.text("B2")).toBe("25");
  hands.click("B2", { clicks: 2 });
  hands.keys("home");
  hands.type("1", { enter: true });
  expect(hands.text("B2")).toBe("125");
});

test("delete empties the selection, undo brings it back, and what changes nothing is an error", () => {
  const hands = openTable();
  const at = (name: string) => {
    const row = hands.desktop
      .observe()
      .accessibility.find((one) => one.name === name && one.role === "table-cell");
    return { x: row?.x ?? 0, y: row?.y ?? 0 };
  };
  hands.do({ kind: "drag", from: at("A2"), to: at("B3") });
  hands.keys("delete");
  expect([hands.text("A2", "table-cell"), hands.text("B3")]).toEqual(["", ""]);
  expect(hands.fail({ kind: "hotkey", keys: ["delete"] })).toContain("empty already");
  hands.keys("ctrl", "z");
  expect([hands.text("A2", "table-cell"), hands.text("B3")]).toEqual(["b", "10"]);
  hands.click("A2");
  expect(hands.fail({ kind: "click", ...at("A2") })).toContain("changed nothing");
  expect(hands.fail({ kind: "type", text: "b", enter: true })).toContain("holds that already");
});

test("ctrl+s saves once; saving again is an error", () => {
  const hands = openTable();
  expect(hands.fail({ kind: "hotkey", keys: ["ctrl", "s"] })).toContain("saved already");
  hands.click("A1", { clicks: 2 });
  hands.type("s", { enter: true });
  expect(hands.names()).toContain("The document has been modified.");
  hands.keys("ctrl", "s");
  expect(hands.desktop.readText(PATH)).toBe("names,n\nb,2\na,10\nc,1\n");
  expect(hands.names()).not.toContain("The document has been modified.");
});

test("a new document asks for its name", () => {
  const hands = takeDesktop();
  hands.do({ kind: "open_app", app: "libreoffice calc" });
  hands.type("1", { enter: true });
  hands.keys("ctrl", "s");
  expect(hands.text("Name")).toBe("/home/user/Documents/Untitled 1.xlsx");
  hands.type("budget", { overwrite: true, enter: true });
  expect(hands.desktop.readWorkbook("/home/user/Documents/budget.xlsx")?.sheet.at(0, 0)?.value).toBe(1);
  expect(hands.desktop.observe().windows[0]?.title).toBe("budget.xlsx - LibreOffice Calc");
});

test("saving as csv asks how the text file is to be written", () => {
  const hands = openTable();
  hands.keys("ctrl", "shift", "s");
  hands.type("copy.csv", { overwrite: true, enter: true });
  expect(hands.desktop.observe().windows.at(-1)).toMatchObject({ title: "Export Text File", focused: true });
  hands.click("OK");
  expect(hands.desktop.readText("/home/user/Documents/copy.csv")).toMatch(/^\w+,\w+/);
});

test("sorting with the toolbar keeps the header and moves whole rows", () => {
  const hands = openTable();
  hands.click("B1");
  hands.click("Sort Descending");
  expect(["A2", "A3", "A4"].map((name) => hands.text(name, "table-cell"))).toEqual(["a", "b", "c"]);
});

test("copy and paste moves formulas along, and text to other applications", () => {
  const hands = openTable();
  hands.tool("CalcTools.set_cell_value", { cell: "C2", value: "=B2*2" });
  hands.click("C2");
  hands.keys("ctrl", "c");
  hands.click("C3");
  hands.keys("ctrl", "v");
  expect(hands.text("C3")).toBe("20");
  hands.do({ kind: "open_app", app: "libreoffice writer" });
  hands.keys("ctrl", "v");
  expect(hands.info()).toContain("Paragraph 0: 4");
});

test("sheets are added, renamed and switched by tabs and menus", () => {
  const hands = openTable();
  hands.click("Sheet");
  hands.click("Insert Sheet");
  hands.click("Sheet");
  hands.click("Rename Sheet...");
  hands.type("Totals", { overwrite: true });
  hands.click("OK");
  expect(hands.info()).toContain("Sheets: a (A1:B4), Totals (empty, active)");
  hands.click("a", { role: "page-tab" });
  expect(hands.info()).toContain("a (A1:B4, active)");
});

test("closing with changes asks; each answer does what it says", () => {
  const hands = openTable();
  hands.type("x", { enter: true });
  hands.click("Close");
  expect(hands.names()).toContain('Save changes to document "a.csv"?');
  hands.click("Cancel");
  hands.keys("alt", "f4");
  hands.click("Save");
  expect(hands.desktop.observe().windows).toEqual([]);
  expect(hands.desktop.readText(PATH)).toMatch(/^x,n\n/);
});
