import { createHash } from "node:crypto";
import { AppError, type Size } from "@deskrl/domain";
import type { GuestObservation } from "@deskrl/protocol";
import { CalcApp } from "../apps/calc/calc-app.ts";
import { openApp, openPath } from "../apps/open.ts";
import { WriterApp } from "../apps/writer/writer-app.ts";
import { TextContent, textOf } from "../storage/file-content.ts";
import { absolutePath } from "../storage/paths.ts";
import { runShell, type ShellResult } from "../storage/shell.ts";
import { loadWorkbook, type PlainTable, tableContent, uploadedContent } from "../workbook/stored.ts";
import { Workbook } from "../workbook/workbook.ts";
import { type ActOptions, act, type SimAction, type SimResult } from "./act.ts";
import { Desk } from "./desk.ts";
import { observe } from "./observe.ts";
import type { SimWindow } from "./sim-window.ts";

export interface SimDesktopOptions {
  /** Decides where windows open. 1 by default. */
  seed?: number;
  /** 1280 × 720 by default. */
  screen?: Size;
}

/**
 * A simulated desktop: synchronous, in memory, without clock, timers or I/O. The same seed and actions give the same
 * states.
 */
export interface SimDesktop {
  readonly desk: Desk;
  observe(options?: { accessibility?: boolean }): GuestObservation;
  /** Carries out an action; a failure, and an action that changes nothing, is an outcome. */
  act(action: SimAction, options?: ActOptions): SimResult;
  /** @throws AppError `not_found` */
  readFile(path: string): Uint8Array;
  writeFile(path: string, bytes: Uint8Array): void;
  /** @throws AppError `not_found` */
  removeFile(path: string): void;
  /** Writes a text file as {@link writeFile} does, without making bytes. */
  writeText(path: string, text: string): void;
  /** Writes an xlsx file of one sheet of plain values. Its bytes are made when read; the same rows are laid out once. */
  writeTable(path: string, table: PlainTable): void;
  /** Whether a file is still just what {@link writeTable} made of that table: nothing has written to it since. */
  holdsTable(path: string, table: PlainTable): boolean;
  /** The file's text, or null when there is no such file; no bytes are made. */
  readText(path: string): string | null;
  /** The workbook that a file holds, or null when there is no such file; no bytes are made. A copy: it may be changed. */
  readWorkbook(path: string): Workbook | null;
  /** Every file with its path, sorted. */
  filePaths(): string[];
  /** Opens a file or folder in its application. @throws AppError `not_found`, Refusal */
  openPath(path: string): SimWindow;
  openApp(name: string): SimWindow;
  /** @throws AppError `not_found` */
  raiseWindow(windowId: string): void;
  /** Asks first when something is not saved. @throws AppError `not_found` */
  closeWindow(windowId: string): void;
  setClipboard(text: string): void;
  /** Runs one of the few commands that set-up needs. */
  execute(command: string | readonly string[], options?: { cwd?: string; stdin?: string }): ShellResult;
  /** Documents with changes that are not in their file. */
  unsaved(): SimWindow[];
  /** Paths of documents with changes that are not in their file, text being typed into a cell among them. */
  unsavedPaths(): string[];
  /** Saves changed documents that have a file; returns their paths. */
  saveDocuments(): string[];
  /** A short digest of what could be seen, made quickly: two that differ are of different states. */
  digest(): string;
  /** A digest of all that could be seen or read. */
  stateHash(): string;
}

/** Makes a desktop with an empty home folder and no window. */
export function createSimDesktop({
  seed = 1,
  screen = { width: 1280, height: 720 },
}: SimDesktopOptions = {}): SimDesktop {
  const desk = new Desk(screen, seed);
  return {
    desk,
    observe: (options) => observe(desk, options),
    act: (action, options) => act(desk, action, options),
    readFile: (path) => desk.files.read(absolutePath(path)).bytes(),
    writeFile(path, bytes) {
      const target = absolutePath(path);
      desk.files.write(target, uploadedContent(target, bytes));
    },
    removeFile(path) {
      if (desk.files.remove(absolutePath(path))) return;
      throw new AppError("not_found", `there is no file ${path}`, { where: path });
    },
    writeText: (path, text) => desk.files.write(absolutePath(path), new TextContent(text)),
    writeTable: (path, table) => desk.files.write(absolutePath(path), tableContent(table)),
    holdsTable: (path, table) => desk.files.content(absolutePath(path)) === tableContent(table),
    readText(path) {
      const content = desk.files.content(absolutePath(path));
      return content ? textOf(content) : null;
    },
    readWorkbook(path) {
      const content = desk.files.content(absolutePath(path));
      if (!content) return null;
      const { sheets, active } = loadWorkbook(content, path);
      return new Workbook(sheets, active);
    },
    filePaths: () => [...desk.files.entries()].flatMap(([path, content]) => (content ? [path] : [])),
    openPath: (path) => openPath(desk, absolutePath(path)),
    openApp: (name) => openApp(desk, name),
    raiseWindow: (windowId) => desk.raise(windowOf(desk, windowId)),
    closeWindow: (windowId) => desk.close(windowOf(desk, windowId)),
    setClipboard(text) {
      desk.clipboard.text = text;
      desk.clipboard.files = null;
    },
    execute: (command, options) => runShell(desk.files, command, options),
    unsaved: () => desk.windows.filter(({ app }) => app.unsaved() !== null),
    unsavedPaths: () => unsavedPaths(desk),
    saveDocuments: () => saveDocuments(desk),
    digest: () => digest(desk),
    stateHash: () => stateHash(desk),
  };
}

function windowOf(desk: Desk, windowId: string): SimWindow {
  const window = desk.find(windowId);
  if (window) return window;
  throw new AppError("not_found", `there is no window ${windowId}`, { where: windowId });
}

function digest(desk: Desk): string {
  const { x, y } = desk.pointer;
  const state = `${desk.mark()}\n${desk.clockMs} ${x} ${y}`;
  return createHash("sha1").update(state).digest("base64url").slice(0, 16);
}

function unsavedPaths(desk: Desk): string[] {
  return desk.windows.flatMap(({ app }) => {
    if (!(app instanceof CalcApp) && !(app instanceof WriterApp)) return [];
    const typing = app instanceof CalcApp && app.isTyping;
    return app.path !== null && (app.modified || typing) ? [app.path] : [];
  });
}

function saveDocuments(desk: Desk): string[] {
  const saved: string[] = [];
  for (const { app } of desk.windows) {
    if (!(app instanceof CalcApp) && !(app instanceof WriterApp)) continue;
    if (app instanceof CalcApp && app.editor) app.commit();
    if (app.path === null || !app.modified) continue;
    app.saveTo(app.path);
    saved.push(app.path);
  }
  return saved;
}

function stateHash(desk: Desk): string {
  const hash = createHash("sha256");
  hash.update(`${desk.mark()}\n${desk.clockMs}\n`);
  for (const window of desk.windows) {
    hash.update(`${JSON.stringify(window.rect)}${window.app.title()}\n${window.app.info().join("\n")}\n`);
  }
  for (const [path, content] of desk.files.entries()) {
    hash.update(`${path}\n`);
    if (content) hash.update(content.bytes());
  }
  return hash.digest("hex");
}
