import { type KeyStroke, shortcutOf } from "./keys.ts";
import { LineEditor } from "./line-editor.ts";
import { refused } from "./refusal.ts";

export interface DialogButton {
  name: string;
  /** Gets the fields' texts in order. A `Refusal` leaves the dialog open. */
  run: (values: readonly string[]) => void;
}

interface DialogOptions {
  title: string;
  message?: string;
  fields?: readonly { name: string; text?: string }[];
  /** Texts that a click puts into the first field. */
  choices?: readonly string[];
  /** The first is the default one, for enter. `Cancel` is added. */
  buttons: readonly DialogButton[];
  /** Its buttons leave it open; `Close` is added instead of `Cancel`. */
  staysOpen?: boolean;
}

/** A modal dialog of a window: it has the keyboard, and only it can be clicked, until it is answered. */
export class Dialog {
  readonly title: string;
  readonly message: string;
  readonly fields: readonly { name: string; editor: LineEditor }[];
  readonly choices: readonly string[];
  readonly buttons: readonly DialogButton[];
  readonly staysOpen: boolean;
  focus = 0;

  constructor({ title, message = "", fields = [], choices = [], buttons, staysOpen = false }: DialogOptions) {
    this.title = title;
    this.message = message;
    this.fields = fields.map(({ name, text = "" }) => ({ name, editor: new LineEditor(text, true) }));
    this.choices = choices;
    this.buttons = buttons;
    this.staysOpen = staysOpen;
  }

  get editor(): LineEditor | null {
    return this.fields[this.focus]?.editor ?? null;
  }

  get values(): string[] {
    return this.fields.map(({ editor }) => editor.text);
  }

  focusField(index: number): void {
    this.focus = index;
    this.editor?.selectAll();
  }

  choose(text: string): void {
    const first = this.fields[0];
    if (!first) return;
    first.editor.text = text;
    this.focusField(0);
  }

  /** What a key means here: `submit`, `cancel`, or nothing more to do. */
  key(stroke: KeyStroke, clipboard: { text: string }): "submit" | "cancel" | null {
    if (stroke.key === "enter") return "submit";
    if (stroke.key === "escape") return "cancel";
    if (stroke.key === "tab" && this.fields.length > 0) {
      const step = stroke.shift ? this.fields.length - 1 : 1;
      this.focusField((this.focus + step) % this.fields.length);
      return null;
    }
    const editor = this.editor;
    if (!editor)
      throw refused(
        `The dialog '${this.title}' takes no ${shortcutOf(stroke)}.`,
        "Press enter, escape or one of its buttons.",
      );
    if (stroke.ctrl && stroke.key === "v") editor.insert(clipboard.text.split("\n")[0] ?? "");
    else if (stroke.ctrl && stroke.key === "c") clipboard.text = editor.selected;
    else editor.key(stroke);
    return null;
  }

  mark(): string {
    const fields = this.fields.map(({ editor }) => `${editor.caret},${editor.anchor},${editor.text}`);
    return `${this.title}|${this.message}|${this.focus}|${fields.join("|")}`;
  }
}
