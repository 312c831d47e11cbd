import PQueue from "p-queue";
import type { Screenshot } from "../../types.ts";
import type { Desk } from "../core/desk.ts";
import { type ScreenshotOptions, takeScreenshot } from "./screenshot.ts";

/**
 * Pictures of one process that are made at a time, as many as compress at a time. One that waits for its turn is not drawn
 * yet: hundreds that were drawn and wait for the compressor hold 4 MB each.
 */
const turns = new PQueue({ concurrency: 4 });

/**
 * Pictures of a desktop, each drawn once: whoever looks at a wall asks for the same one again every second, and a desktop
 * between two actions shows the same. Only a small picture is kept; a whole screen is rarely asked for twice.
 */
export class LatestScreenshot {
  readonly #desk: Desk;
  #latest: { key: string; picture: Promise<Screenshot> } | null = null;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The screen as it is now, or later when there are others to be drawn first. */
  take(options: ScreenshotOptions): Promise<Screenshot> {
    const { format = "png", width, quality } = options;
    if (width === undefined || width >= this.#desk.screen.width)
      return turns.add(() => takeScreenshot(this.#desk, options));
    const key = `${format} ${width} ${quality}`;
    if (this.#latest?.key === key) return this.#latest.picture;
    // Small ones are quickly made, and someone looks at them.
    const picture = turns.add(() => takeScreenshot(this.#desk, options), { priority: 1 });
    this.#latest = { key, picture };
    picture.catch(() => this.forget());
    return picture;
  }

  /** The desktop may have changed. */
  forget(): void {
    this.#latest = null;
  }
}
