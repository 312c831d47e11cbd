import type { Duplex } from "node:stream";
import { constants, inflateSync } from "node:zlib";
import { EnvironmentTemplate } from "@deskrl/domain";
import { describe, expect, test } from "vitest";
import { createSimProvider } from "../provider/sim-provider.ts";

const SCREEN = { width: 320, height: 200 };

/** A viewer that reads exactly what it expects next. */
class Viewer {
  readonly #stream: Duplex;
  #bytes = Buffer.alloc(0);
  #arrived: () => void = () => {};

  constructor(stream: Duplex) {
    this.#stream = stream;
    stream.on("data", (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#arrived();
    });
  }

  async read(length: number): Promise<Buffer> {
    while (this.#bytes.length < length) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  get waiting(): number {
    return this.#bytes.length;
  }

  send(...bytes: number[]): void {
    this.#stream.write(Buffer.from(bytes));
  }

  async connect(encoding: number): Promise<void> {
    expect(String(await this.read(12))).toBe("RFB 003.008\n");
    this.#stream.write("RFB 003.008\n");
    expect([...(await this.read(2))]).toEqual([1, 1]);
    this.send(1);
    expect((await this.read(4)).readUInt32BE(0)).toBe(0);
    this.send(1);
    const init = await this.read(24);
    expect([init.readUInt16BE(0), init.readUInt16BE(2), init[4]]).toEqual([SCREEN.width, SCREEN.height, 32]);
    await this.read(init.readUInt32BE(20));
    this.send(2, 0, 0, 1, 0, 0, 0, encoding);
  }

  ask(incremental: boolean): void {
    this.send(3, incremental ? 1 : 0, 0, 0, 0, 0, SCREEN.width >> 8, SCREEN.width & 255, 0, SCREEN.height);
  }

  async update(): Promise<
    { x: number; y: number; width: number; height: number; encoding: number; pixels: Buffer }[]
  > {
    const head = await this.read(4);
    const rects = [];
    for (let left = head.readUInt16BE(2); left > 0; left--) {
      const rect = await this.read(12);
      const [x = 0, y = 0, width = 0, height = 0] = [0, 2, 4, 6].map((at) => rect.readUInt16BE(at));
      const encoding = rect.readInt32BE(8);
      const length = encoding === 6 ? (await this.read(4)).readUInt32BE(0) : width * height * 4;
      rects.push({ x, y, width, height, encoding, pixels: await this.read(length) });
    }
    return rects;
  }

  click(x: number, y: number): void {
    this.send(5, 1, x >> 8, x & 255, y >> 8, y & 255);
    this.send(5, 0, x >> 8, x & 255, y >> 8, y & 255);
  }

  key(symbol: number): void {
    for (const down of [1, 0]) this.send(4, down, 0, 0, 0, 0, symbol >> 8, symbol & 255);
  }
}

async function watch() {
  const provider = createSimProvider({ ownerId: "rfb" });
  const template = EnvironmentTemplate.parse({ name: "sim", provider: "sim", image: "none", screen: SCREEN });
  const desktop = await provider.ensure({ environmentId: "env_rfb", template });
  return { provider, desktop, viewer: new Viewer(await desktop.rfb()) };
}

describe("a viewer", () => {
  test("gets the whole screen raw, the pixels of the screenshot's size", async () => {
    const { viewer } = await watch();
    await viewer.connect(0);
    viewer.ask(false);
    const [rect] = await viewer.update();
    expect(rect).toMatchObject({ x: 0, y: 0, ...SCREEN, encoding: 0 });
    // Top left of the wallpaper is #1d3b53, blue first.
    expect([...(rect?.pixels.subarray(0, 3) ?? [])]).toEqual([0x53, 0x3b, 0x1d]);
  });

  test("gets packed pixels when it takes them", async () => {
    const { viewer } = await watch();
    await viewer.connect(6);
    viewer.ask(false);
    const [rect] = await viewer.update();
    expect(rect?.encoding).toBe(6);
    const pixels = inflateSync(rect?.pixels ?? Buffer.alloc(0), { finishFlush: constants.Z_SYNC_FLUSH });
    expect(pixels.length).toBe(SCREEN.width * SCREEN.height * 4);
  });

  test("gets only what changed, and nothing while nothing does", async () => {
    const { desktop, viewer } = await watch();
    await viewer.connect(0);
    viewer.ask(false);
    await viewer.update();
    viewer.ask(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(viewer.waiting).toBe(0);
    await desktop.act({ id: "a", kind: "move", x: 10, y: 10 });
    const rects = await viewer.update();
    expect(rects.length).toBeGreaterThan(0);
    expect(rects.every(({ width, height }) => width * height < SCREEN.width * SCREEN.height)).toBe(true);
  });

  test("clicks and types", async () => {
    const { desktop, viewer } = await watch();
    await viewer.connect(0);
    const launcher = (await desktop.observe()).accessibility.find(({ name }) => name === "Word Processor");
    viewer.click(launcher?.x ?? 0, launcher?.y ?? 0);
    for (const letter of "Hi") viewer.key(letter.charCodeAt(0));
    viewer.key(0xff0d);
    expect((await desktop.observe()).appInfo).toContain("Paragraph 0: Hi\nParagraph 1:");
  });

  test("of a desktop that was reset is shown out", async () => {
    const { provider, desktop, viewer } = await watch();
    await viewer.connect(0);
    const stream = await desktop.rfb();
    stream.resume();
    const ended = new Promise((resolve) => stream.once("end", resolve));
    await provider.reset("env_rfb");
    viewer.click(20, 190);
    stream.write("RFB 003.008\n");
    stream.write(Buffer.from([1, 1, 5, 0, 0, 0, 0, 0]));
    await ended;
    expect((await provider.get("env_rfb").observe()).windows).toEqual([]);
  });

  test("that sends nonsense is cut off", async () => {
    const { desktop } = await watch();
    const stream = await desktop.rfb();
    stream.write("RFB 003.008\n");
    const failed = new Promise((resolve) => stream.once("error", resolve));
    stream.write(Buffer.from([1, 1, 99]));
    expect(String(await failed)).toContain("message type 99");
  });
});
