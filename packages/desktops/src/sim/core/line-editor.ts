import type { KeyStroke } from "./keys.ts";

/** A text of one line that is being edited, in a dialog, a cell or a field. */
export class LineEditor {
  text: string;
  caret: number;
  /** The other end of the selection; equal to the caret when nothing is selected. */
  anchor: number;

  constructor(text: string, selected = false) {
    this.text = text;
    this.caret = text.length;
    this.anchor = selected ? 0 : text.length;
  }

  get selection(): readonly [number, number] {
    return this.caret < this.anchor ? [this.caret, this.anchor] : [this.anchor, this.caret];
  }

  get selected(): string {
    return this.text.slice(...this.selection);
  }

  insert(text: string): void {
    const [from, to] = this.selection;
    this.text = this.text.slice(0, from) + text + this.text.slice(to);
    this.caret = this.anchor = from + text.length;
  }

  place(caret: number, extend = false): void {
    this.caret = Math.max(0, Math.min(this.text.length, caret));
    if (!extend) this.anchor = this.caret;
  }

  selectAll(): void {
    this.anchor = 0;
    this.caret = this.text.length;
  }

  /** Editing keys; false when the stroke is none of them. */
  key({ key, ctrl, shift }: KeyStroke): boolean {
    const [from, to] = this.selection;
    switch (key) {
      case "backspace":
        if (from === to) this.anchor = Math.max(0, this.caret - 1);
        this.insert("");
        return true;
      case "delete":
        if (from === to) this.anchor = Math.min(this.text.length, this.caret + 1);
        this.insert("");
        return true;
      case "left":
        this.place(shift || from === to ? this.caret - 1 : from, shift);
        return true;
      case "right":
        this.place(shift || from === to ? this.caret + 1 : to, shift);
        return true;
      case "home":
        this.place(0, shift);
        return true;
      case "end":
        this.place(this.text.length, shift);
        return true;
      case "a":
        if (ctrl) this.selectAll();
        return ctrl;
      default:
        return false;
    }
  }

  /** What tells one state from another. */
  state(): unknown {
    return [this.text, this.caret, this.anchor];
  }
}
