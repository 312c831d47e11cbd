import type { App, MenuItem } from "../../core/app.ts";
import type { Desk } from "../../core/desk.ts";
import type { KeyStroke } from "../../core/keys.ts";
import type { Page } from "../../core/page.ts";
import { refused } from "../../core/refusal.ts";
import type { SimWindow } from "../../core/sim-window.ts";
import type { Rect } from "../../core/widget.ts";
import { join, nameOf } from "../../storage/paths.ts";
import { openPath } from "../open.ts";
import { filesKey, filesMenus } from "./files-commands.ts";
import { layoutFiles, listSize } from "./files-layout.ts";

/** A file manager in a window. */
export class FilesApp implements App {
  readonly name = "files";
  readonly desk: Desk;
  folder: string;
  /** Name of the selected entry. */
  selected: string | null = null;
  offset = 0;
  readonly #windowOf: () => SimWindow;
  #listed: { revision: number; folder: string; entries: readonly string[] } | null = null;
  #menus: ReturnType<App["menus"]> | null = null;

  constructor(desk: Desk, windowOf: () => SimWindow, folder: string) {
    this.desk = desk;
    this.#windowOf = windowOf;
    this.folder = folder;
  }

  get window(): SimWindow {
    return this.#windowOf();
  }

  /** Entries that fit. */
  get view(): number {
    return listSize(this.window.rect);
  }

  /** What the folder holds: folders first, then files, by name; hidden ones left out. */
  get entries(): readonly string[] {
    const { revision } = this.desk.files;
    if (this.#listed?.revision !== revision || this.#listed.folder !== this.folder)
      this.#listed = { revision, folder: this.folder, entries: this.#list() };
    return this.#listed.entries;
  }

  #list(): string[] {
    const names = this.desk.files.names(this.folder) ?? [];
    const visible = names.filter((name) => !name.startsWith("."));
    const isFolder = (name: string) => this.desk.files.isFolder(join(this.folder, name));
    return [...visible.filter(isFolder), ...visible.filter((name) => !isFolder(name))];
  }

  /** The path of the selected entry. @throws Refusal when none is selected, or it is gone */
  get selectedPath(): string {
    if (this.selected === null) throw refused("Nothing is selected.", "Click a file or folder first.");
    const path = join(this.folder, this.selected);
    if (!this.desk.files.exists(path))
      throw refused(`${path} is not there any more.`, "Select another entry.");
    return path;
  }

  title(): string {
    return nameOf(this.folder) || "/";
  }

  menus(): readonly { name: string; items: readonly MenuItem[] }[] {
    this.#menus ??= filesMenus(this);
    return this.#menus;
  }

  layout(page: Page, area: Rect): void {
    layoutFiles(page, area, this);
  }

  key(stroke: KeyStroke): void {
    filesKey(this, stroke);
  }

  /** Typing selects the entry that begins so. */
  type(text: string): void {
    const found = this.entries.find((name) => name.toLowerCase().startsWith(text.toLowerCase()));
    if (found === undefined)
      throw refused(`No entry begins with '${text}'.`, "Press F2 to rename, or look at the names.");
    this.select(found);
  }

  selectAll(): void {
    throw refused("One entry at a time can be selected here.");
  }

  scroll(_deltaX: number, deltaY: number): void {
    this.offset = Math.max(0, Math.min(this.entries.length - 1, this.offset + deltaY * 3));
  }

  info(): string[] {
    return [];
  }

  mark(): string {
    return `${this.folder}:${this.selected},${this.offset}`;
  }

  unsaved(): null {
    return null;
  }

  select(name: string): void {
    this.selected = name;
    const at = this.entries.indexOf(name);
    if (at >= 0 && at < this.offset) this.offset = at;
    else if (at >= this.offset + this.view) this.offset = at - this.view + 1;
  }

  go(folder: string): void {
    if (!this.desk.files.isFolder(folder))
      throw refused(`There is no folder ${folder} any more.`, "Go to another one.");
    this.folder = folder;
    this.selected = null;
    this.offset = 0;
  }

  open(path: string): void {
    if (this.desk.files.isFolder(path)) this.go(path);
    else openPath(this.desk, path);
  }
}
