import { describe, expect, test } from "vitest";
import { RFB_SAMPLES } from "../testing/rfb-samples.ts";
import { MAX_CUT_TEXT_BYTES, type RfbClientMessageKind, RfbClientParser } from "./rfb-client-parser.ts";

const whole = Buffer.concat(RFB_SAMPLES.map(({ bytes }) => bytes));
const kinds = RFB_SAMPLES.map(({ kind }) => kind);

describe("a viewer's messages are found", () => {
  test.each(RFB_SAMPLES)("$name, cut at every byte", ({ kind, bytes }) => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const parser = new RfbClientParser();
      const messages = [...parser.push(bytes.subarray(0, cut)), ...parser.push(bytes.subarray(cut))];
      expect(messages).toEqual([{ kind, bytes }]);
    }
  });

  test("all in one chunk, and one byte at a time", () => {
    expect(new RfbClientParser().push(whole).map(({ kind }) => kind)).toEqual(kinds);
    const parser = new RfbClientParser();
    const found: RfbClientMessageKind[] = [];
    for (const byte of whole) found.push(...parser.push(Buffer.of(byte)).map(({ kind }) => kind));
    expect(found).toEqual(kinds);
  });

  test("the whole stream cut in two at every byte", () => {
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const parser = new RfbClientParser();
      const messages = [...parser.push(whole.subarray(0, cut)), ...parser.push(whole.subarray(cut))];
      expect(messages.map(({ kind }) => kind)).toEqual(kinds);
      expect(Buffer.concat(messages.map(({ bytes }) => bytes))).toEqual(whole);
    }
  });
});

describe("what is not a viewer's message is refused with its reason", () => {
  test.each([1, 7, 100, 249, 252])("type %i", (type) => {
    expect(() => new RfbClientParser().push(Buffer.of(type))).toThrow(`type ${type}`);
  });

  test("a QEMU message that is no key", () => {
    expect(() => new RfbClientParser().push(Buffer.of(255, 1))).toThrow("QEMU message of kind 1");
  });

  test.each([MAX_CUT_TEXT_BYTES + 1, -(MAX_CUT_TEXT_BYTES + 1), -0x80000000])(
    "a clipboard of %i bytes, before it is taken in",
    (length) => {
      const head = Buffer.alloc(8);
      head.writeUInt8(6, 0);
      head.writeInt32BE(length, 4);
      expect(() => new RfbClientParser().push(head)).toThrow("clipboard of");
    },
  );
});
