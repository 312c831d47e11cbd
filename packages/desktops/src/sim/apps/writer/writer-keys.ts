import { type KeyStroke, shortcutOf } from "../../core/keys.ts";
import { refused } from "../../core/refusal.ts";
import { askOpen } from "../document-dialogs.ts";
import { askReplace } from "./find-replace.ts";
import { lineOf, wrapText } from "./wrap.ts";
import type { WriterApp } from "./writer-app.ts";

const SHORTCUTS: Readonly<Record<string, (app: WriterApp) => void>> = {
  "ctrl+s": (app) => app.save(),
  "ctrl+shift+s": (app) => app.askSaveAs(),
  "ctrl+o": (app) => askOpen(app.desk, app.window, ["txt", "md", "json", "log"]),
  "ctrl+a": (app) => app.selectAll(),
  "ctrl+c": (app) => copyText(app, false),
  "ctrl+x": (app) => copyText(app, true),
  "ctrl+v": pasteText,
  "ctrl+alt+shift+v": pasteText,
  "ctrl+h": askReplace,
  "ctrl+f": askReplace,
  "ctrl+z": undo,
  enter: (app) => app.document.insert("\n"),
  "shift+enter": (app) => app.document.insert("\n"),
  tab: (app) => app.document.insert("\t"),
};

/** A key or shortcut in the word processor. */
export function writerKey(app: WriterApp, stroke: KeyStroke): void {
  const shortcut = shortcutOf(stroke);
  const run = Object.hasOwn(SHORTCUTS, shortcut) ? SHORTCUTS[shortcut] : undefined;
  if (run) {
    run(app);
    return;
  }
  const { document } = app;
  const [from, to] = document.selection;
  if (stroke.key === "backspace" || stroke.key === "delete") {
    if (from === to) {
      const step = stroke.key === "backspace" ? -1 : 1;
      const other = stroke.ctrl ? wordEdge(app, step) : from + step;
      document.select(Math.max(0, Math.min(document.text.length, other)), from);
    }
    document.insert("");
    return;
  }
  const place = caretAfter(app, stroke);
  if (place === null) throw refused(`${shortcut} does nothing in the word processor.`);
  document.place(place, stroke.shift);
}

/** Where the caret goes with a key, or null when the key does not move it. */
function caretAfter(app: WriterApp, { key, ctrl, shift }: KeyStroke): number | null {
  const { document, view } = app;
  const [from, to] = document.selection;
  const lines = wrapText(document.text, view.characters);
  const line = lineOf(lines, document.caret);
  const at = (index: number) => {
    const other = lines[Math.max(0, Math.min(lines.length - 1, index))] ?? { from: 0, to: 0 };
    return Math.min(other.to, other.from + document.caret - (lines[line]?.from ?? 0));
  };
  switch (key) {
    case "left":
      if (ctrl) return wordEdge(app, -1);
      return shift || from === to ? document.caret - 1 : from;
    case "right":
      if (ctrl) return wordEdge(app, 1);
      return shift || from === to ? document.caret + 1 : to;
    case "up":
      return line === 0 ? 0 : at(line - 1);
    case "down":
      return line === lines.length - 1 ? document.text.length : at(line + 1);
    case "pageup":
      return at(line - view.lines);
    case "pagedown":
      return at(line + view.lines);
    case "home":
      return ctrl ? 0 : document.paragraphAt(document.caret)[0];
    case "end":
      return ctrl ? document.text.length : document.paragraphAt(document.caret)[1];
    default:
      return null;
  }
}

function wordEdge({ document }: WriterApp, step: -1 | 1): number {
  const next = document.caret + step;
  const [from, to] = document.wordAt(Math.max(0, Math.min(document.text.length, next)));
  return from === to ? next : step < 0 ? from : to;
}

export function copyText({ document, desk }: WriterApp, cut: boolean): void {
  if (document.selected === "")
    throw refused("No text is selected.", "Select text first, with the mouse or shift and arrows.");
  desk.clipboard.text = document.selected;
  desk.clipboard.files = null;
  if (cut) document.insert("");
}

export function pasteText({ document, desk }: WriterApp): void {
  if (desk.clipboard.text === "") throw refused("The clipboard is empty.", "Copy something first.");
  document.insert(desk.clipboard.text);
}

export function undo({ document }: WriterApp): void {
  if (!document.undo()) throw refused("There is nothing to undo.");
}
