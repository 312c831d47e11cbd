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

  row(focused: boolean): Window {
    const { x, y, width, height } = this.rect;
    return {
      id: this.id,
      app: this.app.name,
      title: this.app.title(),
      x,
      y,
      width,
      height,
      focused,
      minimized: this.minimized,
    };
  }

  mark(): string {
    const popup = this.popup ? `${this.popup.name},${this.popup.x},${this.popup.y}` : "";
    return `${this.id}${this.minimized ? "-" : "+"}${popup}/${this.dialog?.mark() ?? ""}/${this.app.mark()}`;
  }
}
