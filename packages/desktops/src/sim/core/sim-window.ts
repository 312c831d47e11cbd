import type { Window } from "@deskrl/domain";
import type { App, MenuItem } from "./app.ts";
import type { Dialog } from "./dialog.ts";
import type { Rect } from "./widget.ts";

/** An open menu: of the menu bar, or a context menu where the pointer was. */
export interface Popup {
  name: string;
  items: readonly MenuItem[];
  x: number;
  y: number;
}

/** Ends the id of a window's dialog. */
const DIALOG_SUFFIX = "d";

/** A window of the simulated desktop. */
export class SimWindow {
  readonly id: string;
  readonly app: App;
  readonly rect: Rect;
  minimized = false;
  popup: Popup | null = null;
  dialog: Dialog | null = null;

  constructor(id: string, app: App, rect: Rect) {
    this.id = id;
    this.app = app;
    this.rect = rect;
  }

  /** Its row, and that of its dialog, which has the keyboard instead. */
  rows(focused: boolean): Window[] {
    const { minimized, dialog } = this;
    const row = { id: this.id, app: this.app.name, title: this.app.title(), ...this.rect, minimized };
    if (!dialog) return [{ ...row, focused }];
    return [
      { ...row, focused: false },
      { ...row, id: this.id + DIALOG_SUFFIX, title: dialog.title, focused },
    ];
  }

  /** Whether an id is its own or that of its dialog. */
  is(id: string): boolean {
    return id === this.id || (this.dialog !== null && id === this.id + DIALOG_SUFFIX);
  }

  mark(): string {
    const popup = this.popup ? `${this.popup.name},${this.popup.x},${this.popup.y}` : "";
    return `${this.id}${this.minimized ? "-" : "+"}${popup}/${this.dialog?.mark() ?? ""}/${this.app.mark()}`;
  }
}
