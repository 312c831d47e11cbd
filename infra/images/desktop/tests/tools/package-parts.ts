import { strFromU8, unzipSync } from "fflate";

/** The XML parts of an office file, by name. */
export function packageParts(bytes: Uint8Array): Record<string, string> {
  const parts = unzipSync(bytes, { filter: (file) => /\.(xml|rels)$/.test(file.name) });
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]));
}

/** The one part whose name matches. @throws when there is not exactly one */
export function onlyPart(bytes: Uint8Array, name: RegExp): string {
  const found = Object.entries(packageParts(bytes)).filter(([part]) => name.test(part));
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} parts are named like ${name}`);
  return first[1];
}

/** Names of the parts that match. */
export function partNames(bytes: Uint8Array, name: RegExp): string[] {
  return Object.keys(unzipSync(bytes)).filter((part) => name.test(part));
}
