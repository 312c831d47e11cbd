import type { Point, Size } from "@deskrl/domain";
import { VirtualFiles } from "../storage/virtual-files.ts";
import type { App } from "./app.ts";
import { Dialog } from "./dialog.ts";
import { seededRandom } from "./random.ts";
import { refused } from "./refusal.ts";
import { SimWindow } from "./sim-window.ts";

export const PANEL_HEIGHT = 36;
const MOST_WINDOWS = 12;
const FIRST_ID = 0x1400003;

export interface Clipboard {
  text: string;
  /** Files that were copied or cut in the file manager. */
  files: { paths: readonly string[]; cut: boolean } | null;
}

/** Everything there is of one simulated desktop. Changes only through actions. */
export class Desk {
  readonly screen: Size;
  /** From back to front. */
  readonly windows: SimWindow[] = [];
  readonly files: VirtualFiles;
  readonly clipboard: Clipboard = { text: "", files: null };
  pointer: Point;
  /** Logical time: it moves with actions, never by itself. */
  clockMs = 0;
  /** The last thing that an action tried and that changed nothing; ends the action with an error. */
  useless: string | null = null;
  readonly #random: () => number;
  #opened = 0;

  constructor(screen: Size, seed: number) {
    this.screen = screen;
    this.files = new VirtualFiles(() => this.clockMs);
    this.pointer = { x: Math.floor(screen.width / 2), y: Math.floor(screen.height / 2) };
    this.#random = seededRandom(seed);
  }

  /** The window with the keyboard: the frontmost that is not minimized. */
  get active(): SimWindow | null {
    return this.windows.findLast((window) => !window.minimized) ?? null;
  }

  find(id: string): SimWindow | null {
    return this.windows.find((window) => window.is(id)) ?? null;
  }

  /** Opens a window for an application, in front. */
  open(make: (windowOf: () => SimWindow) => App): SimWindow {
    if (this.windows.length >= MOST_WINDOWS) {
      throw refused(`${MOST_WINDOWS} windows are open, more do not fit.`, "Close one first.");
    }
    const { width, height } = this.screen;
    const space = { width, height: height - PANEL_HEIGHT };
    const size = { width: Math.min(1_000, space.width), height: Math.min(560, space.height) };
    const place = (room: number) => Math.floor(this.#random() * (Math.max(0, room) + 1));
    const rect = { x: place(space.width - size.width), y: place(space.height - size.height), ...size };
    const holder: { window: SimWindow | null } = { window: null };
    const app = make(() => {
      if (!holder.window) throw new Error("an application uses its window only once it is open");
      return holder.window;
    });
    const window = new SimWindow(`0x${(FIRST_ID + this.#opened++ * 0x20).toString(16)}`, app, rect);
    holder.window = window;
    this.#closeMenus();
    this.windows.push(window);
    return window;
  }

  /** Brings a window to the front. */
  raise(window: SimWindow): void {
    window.minimized = false;
    const at = this.windows.indexOf(window);
    if (at < 0 || at === this.windows.length - 1) return;
    this.#closeMenus();
    this.windows.splice(at, 1);
    this.windows.push(window);
  }

  /** Puts a window out of sight and out of the way of the keyboard. */
  minimize(window: SimWindow): void {
    window.minimized = true;
    window.popup = null;
    const at = this.windows.indexOf(window);
    this.windows.splice(at, 1);
    this.windows.unshift(window);
  }

  /** Closes a window, after asking when something is not saved. */
  close(window: SimWindow): void {
    window.popup = null;
    const unsaved = window.app.unsaved();
    if (!unsaved) {
      this.remove(window);
      return;
    }
    this.raise(window);
    window.dialog = new Dialog({
      title: "Save Document?",
      message: unsaved.question,
      buttons: [
        { name: "Save", run: () => this.#saveAndClose(window, unsaved.save) },
        { name: "Don't Save", run: () => this.remove(window) },
      ],
    });
  }

  remove(window: SimWindow): void {
    const at = this.windows.indexOf(window);
    if (at >= 0) this.windows.splice(at, 1);
  }

  /** Tells one visible state from another. */
  mark(): string {
    const { text, files } = this.clipboard;
    const copied = files ? `${files.cut},${files.paths.join()}` : "";
    return `${this.files.revision}/${text}/${copied}/${this.windows.map((window) => window.mark()).join("\n")}`;
  }

  /** A menu closes when another window comes to the front. */
  #closeMenus(): void {
    for (const window of this.windows) window.popup = null;
  }

  #saveAndClose(window: SimWindow, save: () => void): void {
    save();
    // A document without a file asks for one first; then it stays open.
    if (!window.app.unsaved()) this.remove(window);
  }
}
