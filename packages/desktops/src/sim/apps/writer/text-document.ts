/** A plain text with a caret and a selection. Positions count UTF-16 units from the start. */
export class TextDocument {
  text: string;
  caret = 0;
  /** The other end of the selection; equal to the caret when nothing is selected. */
  anchor = 0;
  /** Counts changes of the text. */
  version = 0;
  readonly #undo: string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  get selection(): readonly [number, number] {
    return this.caret < this.anchor ? [this.caret, this.anchor] : [this.anchor, this.caret];
  }

  get selected(): string {
    return this.text.slice(...this.selection);
  }

  get paragraphs(): string[] {
    return this.text.split("\n");
  }

  /** Puts text in place of the selection, or at the caret. */
  insert(text: string): void {
    const [from, to] = this.selection;
    this.replace(this.text.slice(0, from) + text + this.text.slice(to), from + text.length);
  }

  /** Makes it another text. False when it is the same. */
  replace(text: string, caret: number = Math.min(this.caret, text.length)): boolean {
    const changed = text !== this.text;
    if (changed) {
      this.#undo.push(this.text);
      if (this.#undo.length > 50) this.#undo.shift();
      this.text = text;
      this.version++;
    }
    this.place(caret);
    return changed;
  }

  /** Takes the last change back. False when there is none. */
  undo(): boolean {
    const before = this.#undo.pop();
    if (before === undefined) return false;
    this.text = before;
    this.version++;
    this.place(this.caret);
    return true;
  }

  place(caret: number, extend = false): void {
    this.caret = Math.max(0, Math.min(this.text.length, caret));
    this.anchor = extend ? Math.min(this.anchor, this.text.length) : this.caret;
  }

  select(from: number, to: number): void {
    this.anchor = from;
    this.caret = to;
  }

  /** Start and end of the paragraph that holds a position. */
  paragraphAt(position: number): readonly [number, number] {
    const from = position === 0 ? 0 : this.text.lastIndexOf("\n", position - 1) + 1;
    const end = this.text.indexOf("\n", position);
    return [from, end < 0 ? this.text.length : end];
  }

  /** Start and end of the word that holds a position; empty between words. */
  wordAt(position: number): readonly [number, number] {
    const isWord = (at: number) => /[\p{L}\p{N}_'’]/u.test(this.text[at] ?? "");
    let from = position;
    let to = position;
    while (from > 0 && isWord(from - 1)) from--;
    while (to < this.text.length && isWord(to)) to++;
    return [from, to];
  }
}
