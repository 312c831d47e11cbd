import { expect, test } from "vitest";
import { decodeCheckpoint, encodeCheckpoint } from "./checkpoint.ts";

const checkpoint = {
  header: { step: 3, name: "größe" },
  arrays: {
    weights: Float32Array.of(1.5, -2, 1e-40, 3e38),
    exact: Float64Array.of(Math.PI, -0),
    bytes: Uint8Array.of(1, 2, 3),
    none: new Float32Array(),
  },
};

test("what is read is bit for bit what was written", () => {
  const read = decodeCheckpoint(encodeCheckpoint(checkpoint));
  expect(read).toEqual(checkpoint);
  expect(Object.is(read.arrays.exact?.[1], -0)).toBe(true);
  expect(encodeCheckpoint(read)).toEqual(encodeCheckpoint(checkpoint));
});

test("bytes that lie anywhere in a larger buffer are read too", () => {
  const bytes = encodeCheckpoint(checkpoint);
  const within = new Uint8Array(bytes.length + 3);
  within.set(bytes, 3);
  expect(decodeCheckpoint(within.subarray(3))).toEqual(checkpoint);
});

test("every cut and every altered byte is an error that says what to do", () => {
  const bytes = encodeCheckpoint(checkpoint);
  const invalid = expect.objectContaining({ code: "checkpoint_invalid", fix: expect.any(String) });
  for (let length = 0; length < bytes.length; length++) {
    expect(() => decodeCheckpoint(bytes.subarray(0, length)), `cut at ${length}`).toThrow(invalid);
    const altered = bytes.slice();
    altered[length] = (altered[length] ?? 0) ^ 0x40;
    expect(() => decodeCheckpoint(altered), `altered at ${length}`).toThrow(invalid);
  }
});
