import { describe, expect, test } from "vitest";
import { RFB_SAMPLES } from "../testing/rfb-samples.ts";
import { RfbClientParser } from "./rfb-client-parser.ts";
import { RfbInputFilter } from "./rfb-input-filter.ts";

function passed(filter: RfbInputFilter, bytes: Buffer): Buffer {
  return Buffer.concat(new RfbClientParser().push(bytes).flatMap((message) => filter.pass(message) ?? []));
}

const key = (keysym: number, down: boolean) => Buffer.from([4, down ? 1 : 0, 0, 0, 0, 0, 0, keysym]);

describe("view-only", () => {
  test.each(RFB_SAMPLES.filter(({ input }) => input))("$name is dropped", ({ bytes }) => {
    expect(passed(new RfbInputFilter({ mayInput: () => false }), bytes)).toHaveLength(0);
  });

  test.each(RFB_SAMPLES.filter(({ input }) => !input))("$name passes untouched", ({ bytes }) => {
    expect(passed(new RfbInputFilter({ mayInput: () => false }), bytes)).toEqual(bytes);
  });

  test("the stream around dropped input stays whole", () => {
    const whole = Buffer.concat(RFB_SAMPLES.map(({ bytes }) => bytes));
    const allowed = Buffer.concat(RFB_SAMPLES.filter(({ input }) => !input).map(({ bytes }) => bytes));
    expect(passed(new RfbInputFilter({ mayInput: () => false }), whole)).toEqual(allowed);
  });
});

describe("with control", () => {
  test.each(RFB_SAMPLES)("$name passes untouched", ({ bytes }) => {
    expect(passed(new RfbInputFilter({ mayInput: () => true }), bytes)).toEqual(bytes);
  });

  test("input stops the moment control is gone", () => {
    let holds = true;
    const filter = new RfbInputFilter({ mayInput: () => holds });
    expect(passed(filter, key(0x61, true))).toHaveLength(8);
    holds = false;
    expect(passed(filter, key(0x62, true))).toHaveLength(0);
  });

  test("held keys and buttons are released, those let go are not", () => {
    const filter = new RfbInputFilter({ mayInput: () => true });
    const ctrl = Buffer.from([255, 0, 0, 1, 0, 0, 0xff, 0xe3, 0, 0, 0, 0x1d]);
    const stream = [
      key(0x61, true),
      key(0x61, false),
      key(0x62, true),
      ctrl,
      Buffer.from([5, 1, 1, 2, 3, 4]),
    ];
    passed(filter, Buffer.concat(stream));
    expect(filter.release()).toEqual(
      Buffer.concat([
        key(0x62, false),
        Buffer.from([255, 0, 0, 0, 0, 0, 0xff, 0xe3, 0, 0, 0, 0x1d]),
        Buffer.from([5, 0, 1, 2, 3, 4]),
      ]),
    );
    expect(filter.release()).toHaveLength(0);
  });

  test("nothing is released for a viewer that never had control", () => {
    const filter = new RfbInputFilter({ mayInput: () => false });
    passed(filter, Buffer.concat([key(0x61, true), Buffer.from([5, 1, 0, 0, 0, 0])]));
    expect(filter.release()).toHaveLength(0);
  });
});
