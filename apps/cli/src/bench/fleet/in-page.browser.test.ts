import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** A program of its own, since only there functions look as they do when the bench runs from its sources. */
const PROGRAM = `
  const { openBrowser } = await import("./open-browser.ts");
  const { picturesPerSecond, scroll, tilesShown } = await import("./in-page.ts");
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.setContent(
    '<div role="grid" style="height: 100px; overflow: auto"><img><p style="height: 4000px"></p></div>' +
      '<script>setInterval(() => document.images[0].setAttribute("src", "data:,"), 20)</script>',
  );
  const frames = await scroll(page, 500);
  const scrolled = await page.evaluate("document.querySelector('[role=grid]').scrollTop");
  const pictures = await picturesPerSecond(page, 500);
  const tile = (age) => '<div><img data-testid="thumbnail">' + age + '</div>';
  await page.setContent(tile("") + tile("<span>4 s old</span>") + tile(""));
  console.log(JSON.stringify({ frames: frames.length, scrolled, pictures, tiles: await tilesShown(page) }));
  await browser.close();
`;

test("what the bench runs inside a page runs there when the bench runs from its sources", async () => {
  const args = ["--import", "tsx", "--input-type=module", "-e", PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const seen = JSON.parse(stdout);
  expect(seen.frames).toBeGreaterThan(0);
  expect(seen.scrolled).toBeGreaterThan(0);
  expect(seen.pictures).toBeGreaterThan(0);
  expect(seen.tiles).toEqual({ pictured: 3, old: 1 });
});
