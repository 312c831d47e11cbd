import type { App, MenuItem } from "../../core/app.ts";
import type { Desk } from "../../core/desk.ts";
import type { KeyStroke } from "../../core/keys.ts";
import type { Page } from "../../core/page.ts";
import { refused } from "../../core/refusal.ts";
import type { SimWindow } from "../../core/sim-window.ts";
import type { Rect } from "../../core/widget.ts";
import { TextContent, textOf } from "../../storage/file-content.ts";
import { nameOf } from "../../storage/paths.ts";
import { askSaveAs } from "../document-dialogs.ts";
import { TextDocument } from "./text-document.ts";
import { lineOf, wrapText } from "./wrap.ts";
import { writerKey } from "./writer-keys.ts";
import { layoutWriter, pageSize } from "./writer-layout.ts";
import { writerMenus } from "./writer-menus.ts";

const PARAGRAPH_CHARACTERS = 500;
const MOST_PARAGRAPHS = 400;

/** A word processor for plain text, in a window. */
export class WriterApp implements App {
  readonly name = "writer";
  readonly desk: Desk;
  readonly document: TextDocument;
  path: string | null;
  savedVersion = 0;
  /** First line that shows. */
  offset = 0;
  readonly #windowOf: () => SimWindow;
  #menus: ReturnType<App["menus"]> | null = null;

  constructor(desk: Desk, windowOf: () => SimWindow, path: string | null = null) {
    this.desk = desk;
    this.#windowOf = windowOf;
    this.path = path;
    this.document = new TextDocument(path === null ? "" : paragraphsOf(textOf(desk.files.read(path))));
  }

  get window(): SimWindow {
    return this.#windowOf();
  }

  /** Lines and characters that fit. */
  get view(): { lines: number; characters: number } {
    return pageSize(this.window.rect);
  }

  get modified(): boolean {
    return this.document.version !== this.savedVersion;
  }

  title(): string {
    return `${this.path ? nameOf(this.path) : "Untitled 1"} - LibreOffice Writer`;
  }

  menus(): readonly { name: string; items: readonly MenuItem[] }[] {
    this.#menus ??= writerMenus(this);
    return this.#menus;
  }

  layout(page: Page, area: Rect): void {
    layoutWriter(page, area, this);
  }

  key(stroke: KeyStroke): void {
    writerKey(this, stroke);
    this.showCaret();
  }

  type(text: string): void {
    this.document.insert(text);
    this.showCaret();
  }

  selectAll(): void {
    this.document.select(0, this.document.text.length);
  }

  scroll(_deltaX: number, deltaY: number): void {
    const last = wrapText(this.document.text, this.view.characters).length - 1;
    this.offset = Math.max(0, Math.min(last, this.offset + deltaY * 3));
  }

  info(): string[] {
    const lines = [`File: ${this.path ?? "Untitled 1 (not saved yet)"}`];
    this.document.paragraphs.slice(0, MOST_PARAGRAPHS).forEach((text, index) => {
      const shown = text.split(/\s+/).filter(Boolean).join(" ");
      const cut = shown.length > PARAGRAPH_CHARACTERS ? `${shown.slice(0, PARAGRAPH_CHARACTERS)}...` : shown;
      lines.push(`Paragraph ${index}: ${cut}`);
    });
    return lines;
  }

  mark(): string {
    const { version, caret, anchor } = this.document;
    return `${this.path}:${version},${this.savedVersion},${caret},${anchor},${this.offset}`;
  }

  unsaved(): { question: string; save: () => void } | null {
    if (!this.modified) return null;
    return {
      question: `Save changes to document "${this.path ? nameOf(this.path) : "Untitled 1"}"?`,
      save: () => this.save(),
    };
  }

  save(): void {
    if (this.path === null) this.askSaveAs();
    else if (!this.modified && this.desk.files.exists(this.path)) {
      throw refused(`${this.path} is saved already; nothing was changed since.`);
    } else this.saveTo(this.path);
  }

  saveTo(path: string): void {
    this.desk.files.write(path, new TextContent(`${this.document.text}\n`));
    this.path = path;
    this.savedVersion = this.document.version;
  }

  askSaveAs(): void {
    askSaveAs(this.desk, {
      window: this.window,
      path: this.path,
      endings: ["txt", "md", "json", "log"],
      suggestion: "Untitled 1.txt",
      save: (path) => this.saveTo(path),
    });
  }

  showCaret(): void {
    const line = lineOf(wrapText(this.document.text, this.view.characters), this.document.caret);
    if (line < this.offset) this.offset = line;
    else this.offset = Math.max(this.offset, line - this.view.lines + 1);
  }
}

/** As LibreOffice does: the line break at the end of the file begins no paragraph. Saving writes it again. */
function paragraphsOf(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "");
}
