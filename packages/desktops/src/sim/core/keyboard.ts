import type { Desk } from "./desk.ts";
import { submitDialog } from "./frame.ts";
import { type KeyStroke, keyStroke, shortcutOf, typedCharacter } from "./keys.ts";
import { refused } from "./refusal.ts";
import type { SimWindow } from "./sim-window.ts";

const NO_WINDOW = "No window has the keyboard.";
const OPEN_ONE = "Open an application first.";

/** Types a text into the window with the keyboard; a line break is the enter key, a tab the tab key. */
export function typeText(desk: Desk, text: string): void {
  if (text === "") return;
  for (const part of text.replace(/\r\n?/g, "\n").split(/([\n\t])/)) {
    if (part === "") continue;
    const window = desk.active;
    if (!window) throw refused(NO_WINDOW, OPEN_ONE);
    if (part === "\n" || part === "\t")
      sendKey(desk, window, { key: part === "\n" ? "enter" : "tab", ctrl: false, shift: false, alt: false });
    else sendText(window, part);
  }
}

/** Presses keys together. */
export function pressKey(desk: Desk, names: readonly string[]): void {
  const stroke = keyStroke(names);
  if (stroke.key === "") throw refused("Modifier keys alone do nothing.", "Press them with another key.");
  if (switchesWindow(desk, stroke)) return;
  const window = desk.active;
  if (!window) throw refused(NO_WINDOW, OPEN_ONE);
  const character = typedCharacter(stroke);
  if (character === null) sendKey(desk, window, stroke);
  else sendText(window, character);
}

function sendText(window: SimWindow, text: string): void {
  window.popup = null;
  if (!window.dialog) window.app.type(text);
  else if (window.dialog.editor) window.dialog.editor.insert(text);
  else throw refused(`The dialog '${window.dialog.title}' takes no text.`, "Press one of its buttons.");
}

function sendKey(desk: Desk, window: SimWindow, stroke: KeyStroke): void {
  const hadPopup = window.popup !== null;
  window.popup = null;
  if (hadPopup && stroke.key === "escape") return;
  const { dialog } = window;
  if (!dialog) {
    if (closes(stroke)) desk.close(window);
    else window.app.key(stroke);
    return;
  }
  const answer = dialog.key(stroke, desk.clipboard);
  if (answer === "submit") submitDialog(window, dialog, 0);
  else if (answer === "cancel") window.dialog = null;
}

function closes(stroke: KeyStroke): boolean {
  return ["alt+f4", "ctrl+w", "ctrl+q"].includes(shortcutOf(stroke));
}

/** `alt+tab` brings the window behind to the front. */
function switchesWindow(desk: Desk, { key, alt }: KeyStroke): boolean {
  if (key !== "tab" || !alt) return false;
  const active = desk.active;
  const other = desk.windows.findLast((window) => window !== active);
  if (!other) throw refused("There is no other window.");
  desk.raise(other);
  return true;
}
