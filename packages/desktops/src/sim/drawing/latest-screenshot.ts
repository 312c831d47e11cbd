import type { Screenshot } from "../../types.ts";
import type { Desk } from "../core/desk.ts";
import { type ScreenshotOptions, takeScreenshot } from "./screenshot.ts";

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

  /** The screen as it is now. */
  take(options: ScreenshotOptions): Promise<Screenshot> {
    const { format = "png", width, quality } = options;
    if (width === undefined || width >= this.#desk.screen.width) return takeScreenshot(this.#desk, options);
    const key = `${format} ${width} ${quality}`;
    if (this.#latest?.key === key) return this.#latest.picture;
    const picture = takeScreenshot(this.#desk, options);
    this.#latest = { key, picture };
    picture.catch(() => this.forget());
    return picture;
  }

  /** The desktop may have changed. */
  forget(): void {
    this.#latest = null;
  }
}
