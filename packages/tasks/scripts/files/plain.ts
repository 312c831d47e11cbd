import { zlibSync } from "fflate";

const text = (lines: string[]) => new TextEncoder().encode(`${lines.join("\n")}\n`);

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A plain picture of one colour with a lighter disc in it. */
function picture(size: number, [r, g, b]: readonly [number, number, number]): Uint8Array {
  const rows = Buffer.alloc(size * (size * 3 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const inside = Math.hypot(x - size / 2, y - size / 2) < size / 3;
      const at = y * (size * 3 + 1) + 1 + x * 3;
      for (const [index, value] of [r, g, b].entries())
        rows[at + index] = inside ? 255 - (255 - value) / 3 : value;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    signature,
    chunk("IHDR", header),
    chunk("IDAT", Buffer.from(zlibSync(new Uint8Array(rows)))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

/** The suite's text files and pictures by name. */
export const PLAIN: Readonly<Record<string, () => Uint8Array>> = {
  "orders.csv": () =>
    text([
      "Order,Customer,Amount",
      "1001,Bakery Lindt,240.50",
      "1002,Cafe Mondo,88.00",
      "1003,Hotel Aurora,1310.25",
      "1004,Cafe Mondo,64.75",
    ]),
  "agenda.txt": () => text(["Opening and welcome", "Figures of the quarter", "Questions"]),
  "server.log": () =>
    text([
      "09:00:01 INFO  server started",
      "09:02:17 ERROR disk is almost full",
      "09:02:18 INFO  clean-up started",
      "09:05:40 WARN  slow answer (2.1 s)",
      "09:07:02 ERROR connection to printer lost",
      "09:07:09 INFO  printer is back",
      "09:11:55 ERROR upload of scan 114 failed",
      "09:12:00 INFO  no ERROR since one minute is a good sign",
      "09:15:30 INFO  server stopped",
    ]),
  "todo.txt": () => text(["Call the supplier", "Order coffee", "Water the plants"]),
  "draft.txt": () => text(["Draft of the yearly report", "", "Figures follow."]),
  "notes-a.txt": () => text(["Notes of Monday"]),
  "notes-b.txt": () => text(["Notes of Tuesday"]),
  "photo.png": () => picture(64, [40, 110, 160]),
  "logo.png": () => picture(48, [180, 60, 40]),
  "backup.sh": () => text(["#!/bin/sh", "tar -cf backup.tar Documents"]),
};
