import { createHash } from "node:crypto";
import { AppError } from "@deskrl/domain";

const MAGIC = "DRLCKPT";
const VERSION = 1;
const HASH_BYTES = 32;
const PREFIX_BYTES = 16;

/** Named arrays and a header of plain JSON, as one block of bytes. */
export interface Checkpoint {
  header: Readonly<Record<string, unknown>>;
  arrays: Readonly<Record<string, Uint8Array | Float32Array | Float64Array>>;
}

type Kind = "u8" | "f32" | "f64";
interface Entry {
  name: string;
  kind: Kind;
  length: number;
}

/** Magic, version, length of the index, index, arrays one after the other, and the sha-256 of all that. */
export function encodeCheckpoint({ header, arrays }: Checkpoint): Uint8Array {
  const entries = Object.entries(arrays).map(
    ([name, array]): Entry => ({ name, kind: kindOf(array), length: array.length }),
  );
  const index = new TextEncoder().encode(JSON.stringify({ header, arrays: entries }));
  const body = Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
  const bytes = new Uint8Array(PREFIX_BYTES + index.length + body + HASH_BYTES);
  bytes.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(bytes.buffer);
  view.setUint8(MAGIC.length, VERSION);
  view.setUint32(8, index.length, true);
  bytes.set(index, PREFIX_BYTES);
  let at = PREFIX_BYTES + index.length;
  for (const array of Object.values(arrays)) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  bytes.set(createHash("sha256").update(bytes.subarray(0, at)).digest(), at);
  return bytes;
}

/** @throws AppError `checkpoint_invalid` when it is cut, altered, of another version, or no checkpoint at all */
export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  const end = bytes.length - HASH_BYTES;
  if (end < PREFIX_BYTES || new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw invalid("These bytes are no checkpoint, or only the beginning of one.");
  }
  const version = bytes[MAGIC.length];
  if (version !== VERSION) throw invalid(`It has format ${version}; this version reads ${VERSION}.`);
  const hash = createHash("sha256").update(bytes.subarray(0, end)).digest();
  if (!hash.equals(bytes.subarray(end)))
    throw invalid("Its hash does not fit its content: it was cut or altered.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const indexLength = view.getUint32(8, true);
  const index = readIndex(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + indexLength));
  const arrays: Record<string, Uint8Array | Float32Array | Float64Array> = {};
  let at = PREFIX_BYTES + indexLength;
  for (const { name, kind, length } of index.arrays) {
    const size = length * { u8: 1, f32: 4, f64: 8 }[kind];
    if (at + size > end) throw invalid(`Its array ${name} reaches beyond its end.`);
    // A copy, so that it is aligned and does not keep the whole block alive. (`slice` of a Buffer would be none.)
    const { buffer } = new Uint8Array(bytes.subarray(at, at + size));
    arrays[name] =
      kind === "u8"
        ? new Uint8Array(buffer)
        : kind === "f32"
          ? new Float32Array(buffer)
          : new Float64Array(buffer);
    at += size;
  }
  if (at !== end) throw invalid("It holds more than its index says.");
  return { header: index.header, arrays };
}

function kindOf(array: Uint8Array | Float32Array | Float64Array): Kind {
  if (array instanceof Float32Array) return "f32";
  return array instanceof Float64Array ? "f64" : "u8";
}

/** The hash was right, so the index is what `encodeCheckpoint` wrote. */
function readIndex(bytes: Uint8Array): { header: Record<string, unknown>; arrays: Entry[] } {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw invalid("Its index cannot be read.", cause);
  }
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError("checkpoint_invalid", message, {
    fix: "Go on from an earlier checkpoint of this phase.",
    ...(cause === undefined ? {} : { cause }),
  });
}
