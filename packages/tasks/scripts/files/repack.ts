import { unzipSync, zipSync } from "fflate";

/** The earliest date a zip can carry: outputs must not depend on when they are made. */
const EPOCH = new Date(1980, 0, 1);
const STAMP = "2025-01-01T00:00:00Z";

/**
 * Packs an Office file anew with fixed times, so that the same input gives the same bytes.
 * @param edit changes the text of a part, given its name
 */
export function repack(bytes: Uint8Array, edit = (_name: string, xml: string) => xml): Uint8Array {
  const parts = unzipSync(bytes);
  const fixed = Object.entries(parts).map(([name, data]): [string, Uint8Array] => {
    if (!name.endsWith(".xml")) return [name, data];
    const xml = edit(name, new TextDecoder().decode(data));
    const fixed =
      name === "docProps/core.xml" ? xml.replace(/>\d{4}-\d\d-\d\dT[\d:.]+Z</g, `>${STAMP}<`) : xml;
    return [name, new TextEncoder().encode(fixed)];
  });
  return zipSync(Object.fromEntries(fixed.sort(([a], [b]) => (a < b ? -1 : 1))), { mtime: EPOCH, level: 9 });
}
