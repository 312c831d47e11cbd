/** How a viewer wants its pixels: true colour of 8, 16 or 32 bits. */
export interface PixelFormat {
  bitsPerPixel: 8 | 16 | 32;
  bigEndian: boolean;
  red: { max: number; shift: number };
  green: { max: number; shift: number };
  blue: { max: number; shift: number };
}

/** What the server offers: 32 bits, blue first in memory. */
export const NATIVE_FORMAT: PixelFormat = {
  bitsPerPixel: 32,
  bigEndian: false,
  red: { max: 255, shift: 16 },
  green: { max: 255, shift: 8 },
  blue: { max: 255, shift: 0 },
};

/** The 16 bytes of a format on the wire. */
export function encodeFormat({ bitsPerPixel, bigEndian, red, green, blue }: PixelFormat): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.set([bitsPerPixel, 24, bigEndian ? 1 : 0, 1]);
  bytes.writeUInt16BE(red.max, 4);
  bytes.writeUInt16BE(green.max, 6);
  bytes.writeUInt16BE(blue.max, 8);
  bytes.set([red.shift, green.shift, blue.shift], 10);
  return bytes;
}

/** The format that a viewer sent, or null when it is none that can be served. */
export function decodeFormat(bytes: Buffer): PixelFormat | null {
  const bitsPerPixel = bytes[0];
  if ((bitsPerPixel !== 8 && bitsPerPixel !== 16 && bitsPerPixel !== 32) || bytes[3] === 0) return null;
  const channel = (at: number) => ({ max: bytes.readUInt16BE(4 + at * 2), shift: bytes[10 + at] ?? 0 });
  return { bitsPerPixel, bigEndian: bytes[2] !== 0, red: channel(0), green: channel(1), blue: channel(2) };
}

/** A rectangle of an RGBA picture in a viewer's format. */
export function encodePixels(
  picture: Uint8Array,
  stride: number,
  { rect, format }: { rect: { x: number; y: number; width: number; height: number }; format: PixelFormat },
): Buffer {
  const bytesPerPixel = format.bitsPerPixel / 8;
  const out = Buffer.alloc(rect.width * rect.height * bytesPerPixel);
  const { red, green, blue, bigEndian } = format;
  let at = 0;
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let from = (y * stride + rect.x) * 4, end = from + rect.width * 4; from < end; from += 4) {
      const value =
        ((scale(picture[from] ?? 0, red.max) << red.shift) |
          (scale(picture[from + 1] ?? 0, green.max) << green.shift) |
          (scale(picture[from + 2] ?? 0, blue.max) << blue.shift)) >>>
        0;
      for (let byte = 0; byte < bytesPerPixel; byte++) {
        const place = bigEndian ? bytesPerPixel - 1 - byte : byte;
        out[at + byte] = (value >>> (place * 8)) & 255;
      }
      at += bytesPerPixel;
    }
  }
  return out;
}

function scale(value: number, max: number): number {
  return max === 255 ? value : Math.round((value * max) / 255);
}
