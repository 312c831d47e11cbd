import { lineText } from "./lines.ts";
import type { Pool } from "./pools.ts";
import type { Random } from "./random.ts";
import type { CellValue, DeskState, FileModel } from "./types.ts";

export const HOME = "/home/user";
export const DOCUMENTS = `${HOME}/Documents`;
/** Folders that every desktop has in its home. */
export const HOME_FOLDERS: readonly string[] = ["Desktop", "Documents", "Downloads", "Pictures"].map(
  (name) => `${HOME}/${name}`,
);
export const TOGGLES = [
  "Wi-Fi",
  "Bluetooth",
  "Airplane Mode",
  "Night Light",
  "Do Not Disturb",
  "Automatic Updates",
  "Location Services",
  "Power Saver",
] as const;

const LARGE_LINES = 700;

export interface Book {
  path: string;
  sheet: string;
  rows: CellValue[][];
  /** Rows of data below the header. */
  height: number;
  width: number;
}

export interface Text {
  path: string;
  lines: readonly string[];
  marker: string;
}

/** A desktop to draw a task from. What goals take is taken: no two of them ask for the same. */
export class World {
  readonly pool: Pool;
  readonly random: Random;
  readonly state: DeskState = { files: new Map(), folders: new Set(HOME_FOLDERS), settings: {} };
  readonly book: Book;
  readonly text: Text;
  readonly #names: string[];
  readonly #entries: string[];
  readonly #loose: string[] = [];
  readonly #cells = new Set<string>();
  readonly #toggles: string[];
  /** Documents that are there beside those that the goals need, and may be open. */
  readonly distractors: string[] = [];

  constructor(pool: Pool, random: Random) {
    this.pool = pool;
    this.random = random;
    this.#names = random.shuffled(pool.names);
    this.#entries = random.shuffled(pool.entries);
    this.#toggles = random.shuffled(pool.toggles);
    this.state.settings = {
      ...Object.fromEntries(TOGGLES.map((name) => [name, random.chance(0.5)])),
      Volume: 5 * random.int(2, 18),
    };
    this.book = this.#addBook();
    this.text = this.#addText();
    if (random.chance(0.5)) this.distractors.push(this.#addBook().path);
    if (random.chance(0.5)) this.distractors.push(this.#addText().path);
    for (let count = random.int(2, 3); count > 0; count--) this.#addLoose();
    for (let count = random.int(1, 2); count > 0; count--) this.#addFolder();
  }

  /** A file that is not open and that no other goal takes. */
  takeFile(): string {
    return this.#loose.pop() ?? this.#addLoose();
  }

  /** A folder in Documents. */
  get folders(): string[] {
    return [...this.state.folders].filter((path) => path.startsWith(`${DOCUMENTS}/`));
  }

  /** A stem for a new file name. */
  newName(): string {
    const name = this.#names.pop();
    if (name === undefined) throw new Error("a pool holds more names than a task needs");
    return name;
  }

  newFolderName(): string {
    return this.random.pick(
      this.pool.folders.filter((name) => !this.folders.includes(`${DOCUMENTS}/${name}`)),
    );
  }

  /** A word that is in none of the tables. */
  newEntry(): string {
    const entry = this.#entries.pop();
    if (entry === undefined) throw new Error("a pool holds more entries than a task needs");
    return entry;
  }

  newNumber(): number {
    for (;;) {
      const value = this.random.int(101, 990);
      if (this.pool.hasNumber(value)) return value;
    }
  }

  newLine(): string {
    for (;;) {
      const line = lineText(this.pool, this.random);
      if (!this.text.lines.some((one) => one.startsWith(line))) return line;
    }
  }

  /** A cell of the book's data, or an empty one right of it; no other goal has it. */
  takeCell({ filled }: { filled: boolean }): { row: number; column: number; name: string } {
    const { book, pool, random } = this;
    const found: { row: number; column: number }[] = [];
    for (let row = 1; row <= book.height; row++) {
      const columns = filled ? [1, book.width - 1] : [book.width, book.width + 1];
      for (let column = columns[0] ?? 1; column <= (columns[1] ?? 1); column++) {
        if (pool.hasCell(row, column) && !this.#cells.has(cellName(row, column))) found.push({ row, column });
      }
    }
    const cell = random.pick(found);
    const name = cellName(cell.row, cell.column);
    this.#cells.add(name);
    return { ...cell, name };
  }

  takeToggle(): string {
    const toggle = this.#toggles.pop();
    if (toggle === undefined) throw new Error("a pool holds more toggles than a task needs");
    return toggle;
  }

  /** Adds a text file far larger than any other. */
  addLargest(): string {
    const path = this.#addFile({ kind: "text", text: `${this.newLine()}\n`.repeat(LARGE_LINES) });
    return path;
  }

  #addBook(): Book {
    const { pool, random } = this;
    const height = random.pick(pool.heights);
    const width = random.int(4, 5) - (pool.sortColumns.includes("D") ? 0 : 1);
    const headers = random.shuffled(pool.headers);
    const rows: CellValue[][] = [["Name", ...headers.slice(0, width - 1)]];
    for (let row = 0; row < height; row++) {
      const numbers = Array.from({ length: width - 1 }, () => random.int(10, 99));
      rows.push([this.newEntry(), ...numbers]);
    }
    const sheet = random.pick(pool.sheets);
    const path = this.#addFile({ kind: "table", sheet, rows });
    return { path, sheet, rows, height, width };
  }

  #addText(): Text {
    const { pool, random } = this;
    const marker = random.pick(pool.markers);
    const count = random.int(4, 6);
    const lines = new Set<string>();
    while (lines.size < count) lines.add(lineText(pool, random));
    const marked = [...lines].map((line, index) => (index === 1 ? `${line} ${marker}` : line));
    const path = this.#addFile({ kind: "text", text: `${marked.join("\n")}\n` });
    return { path, lines: marked, marker };
  }

  #addLoose(): string {
    const lines = Array.from({ length: this.random.int(1, 4) }, () => lineText(this.pool, this.random));
    const path = this.#addFile({ kind: "text", text: `${lines.join("\n")}\n` });
    this.#loose.push(path);
    return path;
  }

  #addFile(model: FileModel): string {
    const path = `${DOCUMENTS}/${this.newName()}.${model.kind === "table" ? "xlsx" : "txt"}`;
    this.state.files.set(path, model);
    return path;
  }

  #addFolder(): void {
    this.state.folders.add(`${DOCUMENTS}/${this.newFolderName()}`);
  }
}

/** `B3` for row 2, column 1, both counted from 0. */
export function cellName(row: number, column: number): string {
  return `${columnLetter(column)}${row + 1}`;
}

export function columnLetter(column: number): string {
  return String.fromCharCode(65 + column);
}
