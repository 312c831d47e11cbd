import { refused } from "./refusal.ts";

/** One key pressed with its modifiers. `key` is a single character or a lower-case name such as `enter`. */
export interface KeyStroke {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  return: "enter",
  kp_enter: "enter",
  esc: "escape",
  del: "delete",
  back: "backspace",
  back_space: "backspace",
  arrowleft: "left",
  arrowright: "right",
  arrowup: "up",
  arrowdown: "down",
  pgup: "pageup",
  page_up: "pageup",
  prior: "pageup",
  pgdn: "pagedown",
  page_down: "pagedown",
  next: "pagedown",
  spacebar: " ",
  space: " ",
  plus: "+",
  minus: "-",
  iso_left_tab: "tab",
};
const MODIFIERS: Readonly<Record<string, "ctrl" | "shift" | "alt" | "meta">> = {
  ctrl: "ctrl",
  control: "ctrl",
  ctrlleft: "ctrl",
  ctrlright: "ctrl",
  control_l: "ctrl",
  control_r: "ctrl",
  shift: "shift",
  shiftleft: "shift",
  shiftright: "shift",
  shift_l: "shift",
  shift_r: "shift",
  alt: "alt",
  altleft: "alt",
  altright: "alt",
  alt_l: "alt",
  alt_r: "alt",
  option: "alt",
  win: "meta",
  winleft: "meta",
  super: "meta",
  super_l: "meta",
  meta: "meta",
  command: "meta",
};
const KNOWN = new Set(
  "enter tab escape delete backspace left right up down home end pageup pagedown insert f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12".split(
    " ",
  ),
);

/** Keys pressed together, by X or pyautogui name. @throws Refusal for a name that is no key */
export function keyStroke(names: readonly string[]): KeyStroke {
  const stroke: KeyStroke = { key: "", ctrl: false, shift: false, alt: false };
  for (const name of names) {
    const lower = name.toLowerCase();
    const modifier = MODIFIERS[lower];
    if (modifier === "meta") continue;
    if (modifier) stroke[modifier] = true;
    else if (stroke.key !== "")
      throw refused(`${names.join("+")} has two keys that are no modifiers.`, "Press one after the other.");
    else stroke.key = keyName(name);
  }
  // A capital letter is its small one with shift, but typed alone it stays itself.
  if ((stroke.ctrl || stroke.alt) && stroke.key.length === 1) stroke.key = stroke.key.toLowerCase();
  return stroke;
}

function keyName(name: string): string {
  if ([...name].length === 1) return name;
  const lower = name.toLowerCase();
  const key = NAMES[lower] ?? lower;
  if (key.length === 1 || KNOWN.has(key)) return key;
  throw refused(
    `There is no key '${name}'.`,
    "Use a letter, a digit, or a name such as enter, tab, escape, delete, f2.",
  );
}

/** The shortcut as people write it, such as `ctrl+shift+s`. */
export function shortcutOf({ key, ctrl, shift, alt }: KeyStroke): string {
  return `${ctrl ? "ctrl+" : ""}${alt ? "alt+" : ""}${shift ? "shift+" : ""}${key === " " ? "space" : key}`;
}

/** The character that the stroke types, or null when it is a command. */
export function typedCharacter({ key, ctrl, shift, alt }: KeyStroke): string | null {
  if (ctrl || alt || [...key].length !== 1) return null;
  return shift ? key.toUpperCase() : key;
}
