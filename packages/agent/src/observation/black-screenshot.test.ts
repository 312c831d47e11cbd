import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isBlackPng, isPng } from "./black-screenshot.ts";

function chunk(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(kind, "latin1"), body, Buffer.alloc(4)]);
}

/** A PNG of 1280×720 pixels that are all alike, except one in the middle. */
function png(colourType: number, pixel: number[], odd: number[] = pixel, palette: number[] = []): Buffer {
  const [width, height] = [1280, 720];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), ...Array(width).fill(Buffer.from(pixel))]);
  const rows = Buffer.concat(Array(height).fill(row));
  rows.set(odd, 360 * row.length + 1 + 640 * pixel.length);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(palette.length > 0 ? [chunk("PLTE", Buffer.from(palette))] : []),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("a wholly black picture is told from all others", () => {
  test.each([
    ["black RGB", png(2, [0, 0, 0]), true],
    ["black RGBA", png(6, [0, 0, 0, 255]), true],
    ["black grey", png(0, [0]), true],
    ["black palette", png(3, [0], [0], [0, 0, 0]), true],
    ["white RGB", png(2, [255, 255, 255]), false],
    ["black with one pixel lit", png(2, [0, 0, 0], [0, 0, 1]), false],
    ["black RGBA with one pixel lit", png(6, [0, 0, 0, 255], [9, 0, 0, 255]), false],
    ["a blue palette", png(3, [0], [0], [0, 0, 9]), false],
    ["two entries of a palette", png(3, [0], [1], [0, 0, 0, 255, 255, 255]), false],
  ])("%s", (_, bytes, black) => {
    expect(isPng(bytes)).toBe(true);
    expect(isBlackPng(bytes)).toBe(black);
  });
});

test("nothing, and what is no PNG, is no picture", () => {
  expect(isPng(new Uint8Array())).toBe(false);
  expect(isPng(Buffer.from("<html>502 Bad Gateway</html>".padEnd(100)))).toBe(false);
});
