import { expect, it } from "vitest";
import { gridLayout } from "./virtual-grid.logic.ts";

it("fills the row with as many tiles as fit", () => {
  const layout = gridLayout({ width: 1000, count: 10, minTileWidth: 240, gap: 8, heightFor: (w) => w });
  expect(layout).toMatchObject({ columns: 4, rows: 3, tileWidth: 244 });
});

it("keeps one column on a screen narrower than a tile", () => {
  const layout = gridLayout({ width: 200, count: 3, minTileWidth: 240, gap: 8, heightFor: (w) => w });
  expect(layout).toMatchObject({ columns: 1, rows: 3, tileWidth: 200 });
});
