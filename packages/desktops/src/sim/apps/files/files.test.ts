import { expect, test } from "vitest";
import { takeDesktop } from "../../testing/hands.ts";

const openFolder = () => {
  const hands = takeDesktop({ "/home/user/Documents/b.txt": "12345", "/home/user/Documents/a.csv": "1\n" });
  hands.do({ kind: "open_app", app: "files" });
  hands.click("Documents", { role: "icon", clicks: 2 });
  return hands;
};

test("entries are listed with their sizes and open by double click or enter", () => {
  const hands = openFolder();
  expect([hands.text("a.csv"), hands.text("b.txt")]).toEqual(["2 bytes", "5 bytes"]);
  hands.click("b.txt");
  hands.keys("enter");
  expect(hands.desktop.observe().foregroundApp).toBe("writer");
});

test("F2 renames; a taken name is refused and the dialog stays", () => {
  const hands = openFolder();
  hands.click("b.txt");
  hands.keys("f2");
  hands.type("a.csv", { overwrite: true });
  expect(hands.fail({ kind: "hotkey", keys: ["enter"] })).toContain("is there already");
  hands.type("c.txt", { overwrite: true, enter: true });
  expect(hands.desktop.readText("/home/user/Documents/c.txt")).toBe("12345");
  expect(hands.names()).not.toContain("b.txt");
});

test("delete, cut and paste, copy and paste, new folder", () => {
  const hands = openFolder();
  hands.keys("ctrl", "shift", "n");
  hands.type("Old", { overwrite: true, enter: true });
  hands.click("b.txt");
  hands.keys("ctrl", "x");
  hands.click("Old", { clicks: 2 });
  hands.keys("ctrl", "v");
  expect(hands.fail({ kind: "hotkey", keys: ["ctrl", "v"] })).toContain("No file");
  hands.click("Parent Folder");
  hands.click("a.csv", { button: "right" });
  hands.click("Copy");
  hands.click("Old", { clicks: 2 });
  hands.keys("ctrl", "v");
  hands.click("Parent Folder");
  hands.click("a.csv");
  hands.keys("delete");
  expect(hands.desktop.filePaths()).toEqual([
    "/home/user/Documents/Old/a.csv",
    "/home/user/Documents/Old/b.txt",
  ]);
});

test("a file that vanishes while its rename dialog is open is an answer, not a crash", () => {
  const hands = openFolder();
  hands.click("b.txt");
  hands.keys("f2");
  hands.desktop.execute("rm /home/user/Documents/b.txt");
  hands.type("c.txt", { overwrite: true });
  expect(hands.fail({ kind: "hotkey", keys: ["enter"] })).toContain("There is no");
  hands.keys("escape");
  expect(hands.fail({ kind: "hotkey", keys: ["delete"] })).toContain("not there any more");
});
