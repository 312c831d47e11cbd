/// <reference lib="dom" />
import type { Page } from "playwright-core";

/**
 * Run from sources, functions carry calls of the compiler's helper for names along, and a page knows no such helper. It
 * is text, so that it needs none itself.
 */
const NAME_HELPER = "globalThis.__name ??= (value) => value";

/** Scrolls the wall up and down at a steady speed. @returns frames a second, of each frame */
export async function scroll(page: Page, ms: number): Promise<number[]> {
  await page.evaluate(NAME_HELPER);
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const box = document.querySelector("[role=grid], [data-testid=heat-map]");
        const frames: number[] = [];
        const startedAt = performance.now();
        let last = startedAt;
        const frame = (now: number) => {
          if (now > last) frames.push(1_000 / (now - last));
          if (box) {
            const way = box.scrollHeight - box.clientHeight;
            // 900 pixels a second, there and back.
            const at = ((now - startedAt) * 0.9) % (2 * way || 1);
            box.scrollTop = at < way ? at : 2 * way - at;
          }
          last = now;
          if (now - startedAt < length) requestAnimationFrame(frame);
          else resolve(frames);
        };
        requestAnimationFrame(frame);
      }),
    ms,
  );
}

/** New pictures that arrive on the screen within so many milliseconds while nobody scrolls. */
export async function picturesPerSecond(page: Page, ms = 5_000): Promise<number> {
  await page.evaluate(NAME_HELPER);
  return page.evaluate(
    (length) =>
      new Promise<number>((resolve) => {
        let count = 0;
        const observer = new MutationObserver((changes) => {
          count += changes.filter((change) => change.attributeName === "src").length;
        });
        observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["src"] });
        setTimeout(() => {
          observer.disconnect();
          resolve((1_000 * count) / length);
        }, length);
      }),
    ms,
  );
}

/** Tiles on the screen that show a picture, and how many of these say that theirs is old. */
export async function tilesShown(page: Page): Promise<{ pictured: number; old: number }> {
  const pictures = page.getByTestId("thumbnail");
  const old = pictures.locator("xpath=..").filter({ hasText: / old$/ });
  return { pictured: await pictures.count(), old: await old.count() };
}
