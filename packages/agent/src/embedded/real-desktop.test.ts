import type { AccessibilityRow, Observation } from "@deskrl/domain";
import { expect, test } from "vitest";
import { actionSpaceFor } from "../actions/action-space.ts";
import { enumerateCandidates } from "./enumerate.ts";

const row = (role: string, name: string, text = ""): AccessibilityRow => ({
  role,
  name,
  text,
  x: 100,
  y: 100,
  width: 30,
  height: 20,
});

/** Clicks that are offered on a real desktop with these rows, by what they are on. */
function clicksOn(
  app: "calc" | "writer" | "files",
  title: string,
  rows: readonly AccessibilityRow[],
): string[] {
  const observation: Observation = {
    screenshot: null,
    screen: { width: 1280, height: 720 },
    windows: [
      { id: "0x1", app, title, x: 0, y: 0, width: 1280, height: 690, focused: true, minimized: false },
    ],
    foregroundApp: app,
    appInfo: "",
    accessibility: rows.map((one, index) => ({ ...one, y: 30 + index * 20 })),
    accessibilityTruncated: false,
    previousResult: "",
  };
  const candidates = enumerateCandidates({
    instruction: "Rename amber.txt to quartz.txt.",
    observation,
    history: [],
    actionSpace: actionSpaceFor(app, "native"),
  });
  return candidates.map(({ kind }) => kind).filter((kind) => /^(?:click|open|select) /.test(kind));
}

test("of a real toolbar the buttons that a simulated desktop has too are offered, and no menus or fields", () => {
  const rows = [
    row("menu", "File"),
    row("push-button", "Save"),
    row("toggle-button", "Find and Replace"),
    row("push-button", "Sort Ascending"),
    row("toggle-button", "Bold"),
    row("push-button", "Export Directly as PDF"),
    row("text", "Text", "Calibri"),
    row("push-button", "Close"),
  ];
  expect(clicksOn("writer", "a.txt - LibreOffice Writer", rows)).toEqual([
    "click push-button Save",
    "click push-button Find and Replace",
    "click push-button Sort Ascending",
  ]);
  expect(clicksOn("calc", "a.xlsx - LibreOffice Calc", rows)).toEqual([
    "click push-button Save",
    "click push-button Sort Ascending",
  ]);
});

test("in a dialog its fields and the buttons that answer it are offered", () => {
  const rows = [
    row("dialog", "Find and Replace"),
    row("text", "Find"),
    row("text", "Replace"),
    row("push-button", "Replace All"),
    row("push-button", "Similarities..."),
    row("push-button", "Close"),
  ];
  expect(clicksOn("writer", "Find and Replace", rows)).toEqual([
    "click push-button Replace All",
    "click push-button Close",
    "click text Find",
    "click text Replace",
  ]);
});

test("files are told from folders and compared by size, exact or rounded", () => {
  const rows = [
    row("icon", "Archive", "folder"),
    row("icon", "amber.txt", "900 bytes"),
    row("icon", "large.txt", "1.2 KiB"),
  ];
  expect(clicksOn("files", "Documents", rows)).toEqual(
    Array.from({ length: 3 }, () => ["click icon", "open icon"]).flat(),
  );
});
