/** Text that is no action. `message` says what and where; `fix` says what to write instead. */
export class CodeSyntaxError extends Error {
  override readonly name = "CodeSyntaxError";
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }

  describe(): string {
    return `${this.message} ${this.fix}`;
  }
}

const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;

/** A cursor over one piece of code. It only reads: there is nothing here that could run what it reads. */
export class Scanner {
  readonly text: string;
  position = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(length = 1): string {
    return this.text.slice(this.position, this.position + length);
  }

  /** Moves past `expected` if it is next. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.position)) return false;
    this.position += expected.length;
    return true;
  }

  /** A name such as `Agent`, or an empty string. */
  name(): string {
    NAME.lastIndex = this.position;
    const found = NAME.exec(this.text)?.[0] ?? "";
    this.position += found.length;
    return found;
  }

  /** Skips blanks and comments; newlines too where Python lets a line go on (inside brackets). */
  skipBlank(newlines: boolean): void {
    for (;;) {
      const character = this.peek();
      if (character === "#") {
        const end = this.text.indexOf("\n", this.position);
        this.position = end === -1 ? this.text.length : end;
      } else if (/[ \t\f\r\u00a0]/.test(character) || (newlines && character === "\n")) {
        this.position += 1;
      } else if (character === "\\" && /^\\\r?\n/.test(this.peek(3))) {
        this.position = this.text.indexOf("\n", this.position) + 1;
      } else return;
    }
  }

  /** What stands at the cursor, for a message. */
  found(): string {
    if (this.atEnd) return "the end of the code";
    const [word = ""] = /^[\p{L}\p{N}_]{1,30}|^./su.exec(this.text.slice(this.position)) ?? [];
    return word === "\n" ? "the end of the line" : `\`${word}\``;
  }

  fail(problem: string, fix: string, position = this.position): never {
    const before = this.text.slice(0, position);
    const line = before.split("\n").length;
    const column = position - (before.lastIndexOf("\n") + 1) + 1;
    throw new CodeSyntaxError(`Line ${line}, column ${column}: ${problem}.`, fix);
  }
}
