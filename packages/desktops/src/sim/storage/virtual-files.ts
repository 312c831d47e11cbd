import { AppError } from "@deskrl/domain";
import { refused } from "../core/refusal.ts";
import type { FileContent } from "./file-content.ts";
import { join, nameOf, parentOf } from "./paths.ts";

interface Entry {
  /** Null for a folder. */
  content: FileContent | null;
  /** Logical time of the last change, in milliseconds since the desktop began. */
  modifiedMs: number;
}

const FOLDERS = [
  "/home/user",
  "/home/user/Desktop",
  "/home/user/Documents",
  "/home/user/Downloads",
  "/home/user/Pictures",
  "/tmp",
  "/var/tmp",
  "/dev/shm",
];

/** The files of a simulated desktop, in memory. Paths are absolute and without `.` or `..`. */
export class VirtualFiles {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  /** Grows with each change. */
  revision = 0;

  constructor(now: () => number) {
    this.#now = now;
    for (const folder of FOLDERS) this.makeFolder(folder);
    this.revision = 0;
  }

  exists(path: string): boolean {
    return this.#entries.has(path);
  }

  isFolder(path: string): boolean {
    return this.#entries.get(path)?.content === null;
  }

  /** The content of a file, or null when there is no file. */
  content(path: string): FileContent | null {
    return this.#entries.get(path)?.content ?? null;
  }

  /** @throws AppError `not_found` */
  read(path: string): FileContent {
    const content = this.content(path);
    if (content) return content;
    const what = this.isFolder(path) ? `${path} is a folder` : `there is no file ${path}`;
    throw new AppError("not_found", what, { where: path, fix: "upload it first" });
  }

  /** Writes a file and makes the folders above it. */
  write(path: string, content: FileContent): void {
    if (this.isFolder(path) || path === "/")
      throw refused(`${path} is a folder.`, "Give the path of a file.");
    this.makeFolder(parentOf(path));
    this.#put(path, content);
  }

  /** Makes a folder and those above it; one that is there stays. */
  makeFolder(path: string): void {
    const entry = this.#entries.get(path);
    if (entry?.content) throw refused(`${path} is a file.`, "Give the path of a folder.");
    if (entry) return;
    if (path !== "/") this.makeFolder(parentOf(path));
    this.#put(path, null);
  }

  /** Removes a file, or a folder with all it holds. False when there is none. */
  remove(path: string): boolean {
    if (!this.#entries.delete(path)) return false;
    for (const inside of this.#below(path)) this.#entries.delete(inside);
    this.revision++;
    return true;
  }

  /** Copies a file or a folder with all it holds to a new path. */
  copy(from: string, to: string): void {
    this.#requireTarget(from, to);
    const inside = this.#below(from);
    this.makeFolder(parentOf(to));
    this.#put(to, this.#entries.get(from)?.content ?? null);
    for (const path of inside)
      this.#put(to + path.slice(from.length), this.#entries.get(path)?.content ?? null);
  }

  /** Moves or renames a file or folder. */
  move(from: string, to: string): void {
    this.copy(from, to);
    this.remove(from);
  }

  /** Names in a folder, sorted; null when there is no such folder. */
  names(folder: string): string[] | null {
    if (!this.isFolder(folder)) return null;
    const names: string[] = [];
    for (const path of this.#entries.keys()) {
      if (path !== "/" && parentOf(path) === folder) names.push(nameOf(path));
    }
    return names.sort();
  }

  /** Everything below a folder, with kind and size. @throws AppError `not_found` */
  list(folder: string, recursive: boolean) {
    const names = this.names(folder);
    if (!names) throw new AppError("not_found", `there is no folder ${folder}`, { where: folder });
    const paths = recursive ? this.#below(folder).sort() : names.map((name) => join(folder, name));
    return paths.map((path) => {
      const entry = this.#entries.get(path);
      const content = entry?.content ?? null;
      return {
        path,
        kind: content ? ("file" as const) : ("directory" as const),
        bytes: content?.bytes().length ?? 0,
        modifiedMs: entry?.modifiedMs ?? 0,
      };
    });
  }

  /** Every path with its content, in order. */
  *entries(): Generator<[string, FileContent | null]> {
    for (const path of [...this.#entries.keys()].sort()) yield [path, this.content(path)];
  }

  #requireTarget(from: string, to: string): void {
    if (!this.exists(from)) throw refused(`There is no ${from}.`, "Look at what the folder holds now.");
    if (to === from || to.startsWith(`${from}/`))
      throw refused(`${from} cannot go into itself.`, "Choose another folder.");
    if (this.exists(to)) throw refused(`${to} is there already.`, "Choose another name.");
  }

  #below(folder: string): string[] {
    const start = folder === "/" ? "/" : `${folder}/`;
    return [...this.#entries.keys()].filter((path) => path !== folder && path.startsWith(start));
  }

  #put(path: string, content: FileContent | null): void {
    this.#entries.set(path, { content, modifiedMs: this.#now() });
    this.revision++;
  }
}
