const SIGNATURES: readonly { mediaType: string; offset: number; bytes: readonly number[] }[] = [
  { mediaType: "image/png", offset: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: "image/jpeg", offset: 0, bytes: [0xff, 0xd8, 0xff] },
  { mediaType: "image/webp", offset: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

/** Bytes needed to recognise a type. */
export const SIGNATURE_BYTES = 16;
export const DEFAULT_MEDIA_TYPE = "application/octet-stream";

/** The type of a picture by its first bytes; `application/octet-stream` for anything else. */
export function detectMediaType(head: Uint8Array): string {
  const found = SIGNATURES.find(({ offset, bytes }) =>
    bytes.every((byte, index) => head[offset + index] === byte),
  );
  return found?.mediaType ?? DEFAULT_MEDIA_TYPE;
}
