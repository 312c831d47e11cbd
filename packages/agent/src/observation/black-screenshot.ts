import { inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A picture with anything on it is larger than this, so only suspects are decoded. */
const SUSPECT_BYTES = 16 * 1024;
/** Channels of the PNG colour types, and how many of them are colour rather than alpha. */
const CHANNELS: Readonly<Record<number, { all: number; colour: number }>> = {
  0: { all: 1, colour: 1 },
  2: { all: 3, colour: 3 },
  4: { all: 2, colour: 1 },
  6: { all: 4, colour: 3 },
};

/** True for bytes that begin as a PNG and hold its end. */
export function isPng(bytes: Uint8Array): boolean {
  return bytes.length > 57 && SIGNATURE.equals(bytes.subarray(0, 8));
}

/** True when every pixel of an 8-bit PNG is black. Costs nothing for ordinary pictures. */
export function isBlackPng(bytes: Uint8Array): boolean {
  if (bytes.length > SUSPECT_BYTES || !isPng(bytes)) return false;
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = png.readUInt32BE(16);
  const [depth = 0, colourType = 0, , , interlaced = 0] = png.subarray(24, 29);
  const palette: number[] = [];
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IDAT") data.push(body);
    if (kind === "PLTE") palette.push(...body);
    at += 12 + length;
  }
  if (interlaced !== 0) return false;
  const rows = inflateSync(Buffer.concat(data));
  if (colourType === 3) return isBlackPalette({ rows, width, depth, palette });
  const channels = CHANNELS[colourType];
  return channels !== undefined && depth === 8 && isBlackRows(rows, width, channels);
}

/** One index everywhere, and that index black. */
function isBlackPalette(image: { rows: Buffer; width: number; depth: number; palette: number[] }): boolean {
  const stride = Math.ceil((image.width * image.depth) / 8) + 1;
  const isZero = image.rows.every((byte, at) => at % stride === 0 || byte === 0);
  return isZero && image.palette.slice(0, 3).every((part) => part === 0);
}

/** Black rows have no difference between neighbours, so colour stays 0 under every row filter. */
function isBlackRows(rows: Buffer, width: number, channels: { all: number; colour: number }): boolean {
  const stride = width * channels.all + 1;
  return rows.every((byte, at) => {
    const inRow = at % stride;
    return inRow === 0 || byte === 0 || (inRow - 1) % channels.all >= channels.colour;
  });
}
