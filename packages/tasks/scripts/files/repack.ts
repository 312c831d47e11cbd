import { unzipSync, zipSync } from "fflate";

/** The earliest date a zip can carry: outputs must not depend on when they are made. */
const EPOCH = new Date(1980, 0, 1);
const STAMP = "2025-01-01T00:00:00Z";

/** Packs an Office file anew with fixed times, so that the same input gives the same bytes. */
export function repack(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes);
  const fixed = Object.entries(parts).map(([name, data]): [string, Uint8Array] => {
    if (name !== "docProps/core.xml") return [name, data];
    const xml = new TextDecoder().decode(data).replace(/>\d{4}-\d\d-\d\dT[\d:.]+Z</g, `>${STAMP}<`);
    return [name, new TextEncoder().encode(xml)];
  });
  return zipSync(Object.fromEntries(fixed.sort(([a], [b]) => (a < b ? -1 : 1))), { mtime: EPOCH, level: 9 });
}
