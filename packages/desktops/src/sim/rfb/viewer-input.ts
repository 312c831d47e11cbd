import type { Point } from "@deskrl/domain";
import type { SimDesktop } from "../core/sim-desktop.ts";
import { keyOfSymbol } from "./keysyms.ts";

const BUTTONS = [
  [1, "left"],
  [2, "middle"],
  [4, "right"],
] as const;
const WHEEL = [
  [8, 0, -1],
  [16, 0, 1],
  [32, -1, 0],
  [64, 1, 0],
] as const;
const DOUBLE_CLICK_MS = 500;
const STILL = 4;

/** Turns a viewer's pointer and key events into actions of the desktop. */
export class ViewerInput {
  readonly #sim: Pick<SimDesktop, "desk" | "act">;
  readonly #now: () => number;
  readonly #held = new Set<string>();
  #buttons = 0;
  #pressedAt: Point = { x: 0, y: 0 };
  #last: { at: Point; ms: number; clicks: number } | null = null;

  constructor(sim: Pick<SimDesktop, "desk" | "act">, now: () => number = () => performance.now()) {
    this.#sim = sim;
    this.#now = now;
  }

  /** A pointer event: a press and release at one place is a click, elsewhere a drag. */
  pointer(buttons: number, wanted: Point): void {
    const { width, height } = this.#sim.desk.screen;
    const at = { x: Math.min(width - 1, wanted.x), y: Math.min(height - 1, wanted.y) };
    const pressed = buttons & ~this.#buttons;
    const released = this.#buttons & ~buttons;
    this.#buttons = buttons;
    for (const [bit, deltaX, deltaY] of WHEEL)
      if (pressed & bit) this.#sim.act({ kind: "scroll", ...at, deltaX, deltaY });
    if (pressed & 7) this.#pressedAt = at;
    const button = BUTTONS.find(([bit]) => released & bit)?.[1];
    if (!button) this.#sim.act({ kind: "move", ...at });
    else if (near(at, this.#pressedAt))
      this.#sim.act({ kind: "click", ...at, button, clicks: this.#clicks(at) });
    else if (button === "left") this.#sim.act({ kind: "drag", from: this.#pressedAt, to: at });
  }

  key(down: boolean, symbol: number): void {
    const key = keyOfSymbol(symbol);
    if (!key) return;
    if (key.modifier) {
      if (down) this.#held.add(key.modifier);
      else this.#held.delete(key.modifier);
      return;
    }
    if (!down) return;
    const commands = this.#held.has("ctrl") || this.#held.has("alt");
    if (key.character !== undefined && !commands) this.#sim.act({ kind: "type", text: key.character });
    else this.#sim.act({ kind: "hotkey", keys: [...this.#held, key.name ?? key.character ?? ""] });
  }

  /** Clicks that follow each other at one place count up, as a double click is a click and one more. */
  #clicks(at: Point): number {
    const before = this.#last;
    const follows =
      before !== null &&
      near(before.at, at) &&
      this.#now() - before.ms <= DOUBLE_CLICK_MS &&
      before.clicks < 3;
    const clicks = follows ? before.clicks + 1 : 1;
    this.#last = { at, ms: this.#now(), clicks };
    return clicks;
  }
}

function near(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) <= STILL && Math.abs(a.y - b.y) <= STILL;
}
