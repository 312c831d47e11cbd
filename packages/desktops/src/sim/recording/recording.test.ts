import { PassThrough } from "node:stream";
import { EnvironmentTemplate, newId } from "@deskrl/domain";
import type { ScreenRecordingInput } from "@deskrl/protocol";
import { expect, test } from "vitest";
import type { Desktop } from "../../types.ts";
import { seededRandom } from "../core/random.ts";
import { createSimDesktop } from "../core/sim-desktop.ts";
import { createSimProvider } from "../provider/sim-provider.ts";
import { randomAction } from "../testing/random-actions.ts";
import { drawRecordings } from "./draw-recordings.ts";
import { OperationLog } from "./operation-log.ts";

const template = EnvironmentTemplate.parse({ name: "sim", provider: "sim", image: "none" });
const bytes = (text: string) => new TextEncoder().encode(text);

async function provide() {
  const provider = createSimProvider({ ownerId: "test", seed: 3 });
  const environmentId = newId("environment");
  const desktop = await provider.ensure({ environmentId, template });
  return { provider, environmentId, desktop };
}

/** What a step keeps, taken as a step takes it. */
function take({ recorder }: Desktop): string {
  const recording = recorder?.pending();
  if (!recorder || !recording) throw new Error("nothing is recorded");
  recorder.kept(recording);
  return JSON.stringify(recording);
}

/** A viewer that moves, clicks, double-clicks, scrolls, drags, types, and puts text into the clipboard. */
async function seatPerson(desktop: Desktop) {
  const stream = await desktop.rfb();
  stream.pipe(new PassThrough()).resume();
  stream.write(Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1])]));
  const pointer = (buttons: number, x: number, y: number) => {
    const message = Buffer.from([5, buttons, 0, 0, 0, 0]);
    message.writeUInt16BE(x, 2);
    message.writeUInt16BE(y, 4);
    return message;
  };
  const key = (symbol: number, down: boolean) => {
    const message = Buffer.from([4, down ? 1 : 0, 0, 0, 0, 0, 0, 0]);
    message.writeUInt32BE(symbol, 4);
    return message;
  };
  const cutText = (text: string) => {
    const head = Buffer.from([6, 0, 0, 0, 0, 0, 0, 0]);
    head.writeUInt32BE(text.length, 4);
    return Buffer.concat([head, Buffer.from(text, "latin1")]);
  };
  return (random: () => number) => {
    const at = (size: number) => Math.floor(random() * size * 1.1);
    const [x, y] = [at(1280), at(720)];
    for (let step = 0; step < 5; step += 1) stream.write(pointer(0, at(1280), at(720)));
    for (let click = 0; click < 1 + at(3); click += 1) {
      stream.write(pointer(1, x, y));
      stream.write(pointer(0, x, y));
    }
    stream.write(pointer(1, x, y));
    stream.write(pointer(0, at(1280), at(720)));
    stream.write(pointer(16, x, y));
    for (const symbol of [65507, 0x61 + at(25)]) stream.write(key(symbol, true));
    for (const symbol of [65507, 65293, 0x41 + at(25), 0]) stream.write(key(symbol, symbol !== 65507));
    stream.write(cutText(`cut ${x}`));
  };
}

test("the picture drawn later is, byte for byte, the one that would have been taken: whatever was done, by whomever", {
  timeout: 240_000,
}, async () => {
  for (let seed = 0; seed < 4; seed += 1) {
    const random = seededRandom(seed);
    const { desktop } = await provide();
    const shadow = createSimDesktop({ seed: 3 });
    const person = await seatPerson(desktop);
    await desktop.files.write("/home/user/Documents/a.csv", bytes("name,n\nb,2\na,10\n"));
    await desktop.files.write("/home/user/Documents/notes.txt", bytes("one two\nthree ž\n"));
    await desktop.open({ path: "/home/user/Documents/a.csv" });
    shadow.writeFile("/home/user/Documents/a.csv", bytes("name,n\nb,2\na,10\n"));
    const recordings: string[] = [];
    for (let step = 0; step < 25; step += 1) {
      for (let part = 0; part < 4; part += 1) {
        const id = newId("action");
        await desktop.act({ ...randomAction(shadow, random), id: part === 0 ? `${id}.click` : id });
      }
      if (step % 5 === 0) person(random);
      if (step % 6 === 0)
        await desktop.files.write(`/home/user/Documents/${step}.txt`, bytes(`\u0000${random()}`));
      if (step % 7 === 0)
        await desktop.execute({ id: newId("action"), command: "echo x > /tmp/x; rm -rf /tmp/y" });
      if (step % 8 === 0) await desktop.open({ app: "nonsense" }).catch(() => {});
      if (step % 9 === 0) await desktop.open({ path: "/home/user/Documents/notes.txt" }).catch(() => {});
      if (step % 10 === 0) await desktop.saveDocuments();
      if (step % 11 === 0) await desktop.closeWindow({ title: ".csv" }).catch(() => {});
      if (step % 12 === 0) await desktop.clipboard.write(`\ud800 ${step}`);
      if (step % 13 === 0) await desktop.files.remove("/home/user/Documents/0.txt").catch(() => {});
      if (step % 4 === 0) await desktop.activateWindow({ title: "Settings" }).catch(() => {});
      recordings.push(take(desktop));
      if (step % 3 !== 0) continue;
      const then = await desktop.screenshot();
      const later = await drawRecordings(recordings);
      expect(Buffer.compare(Buffer.from(later), Buffer.from(then.bytes)), `seed ${seed}, step ${step}`).toBe(
        0,
      );
    }
    const small = await desktop.screenshot({ format: "jpeg", width: 320, quality: 72 });
    expect(await drawRecordings(recordings, { width: 320 })).toEqual(small.bytes);
  }
});

test("a reset begins anew: nothing of what was before is in the recording of what follows", async () => {
  const { provider, environmentId, desktop } = await provide();
  await desktop.open({ app: "libreoffice writer" });
  take(desktop);
  const fresh = await provider.reset(environmentId);
  await fresh.open({ app: "files" });
  const recording = take(fresh);
  expect(JSON.parse(recording)).toMatchObject({ from: 0, operations: [{ kind: "open_app", app: "files" }] });
  expect(await drawRecordings([recording])).toEqual((await fresh.screenshot()).bytes);
});

test("what was not kept is in the next recording too, also when the pointer went on in between", async () => {
  const { desktop } = await provide();
  await desktop.act({ id: "a", kind: "move", x: 5, y: 5 });
  desktop.recorder?.pending();
  const first = desktop.recorder?.pending();
  await desktop.act({ id: "b", kind: "move", x: 50, y: 60 });
  if (first) desktop.recorder?.kept(first);
  await desktop.act({ id: "c", kind: "move", x: 70, y: 80 });
  await desktop.act({ id: "d", kind: "move", x: 5_000, y: 80 });
  expect(await drawRecordings([JSON.stringify(first), take(desktop)])).toEqual(
    (await desktop.screenshot()).bytes,
  );
});

test("a pointer on its way takes no room, and a desktop with too much done to it gives up to be recorded", async () => {
  const log = new OperationLog({
    seed: 1,
    screen: { width: 1280, height: 720 },
    digest: () => "",
    mostBytes: 2_000,
  });
  for (let x = 0; x < 1_000; x += 1) log.add({ kind: "act", action: { kind: "move", x, y: 1 } });
  expect(log.pending()?.operations).toEqual([
    { kind: "act", action: { kind: "move", x: 999, y: 1 }, times: 1_000 },
  ]);
  log.add({ kind: "bytes", path: "/a", bytes: new Uint8Array(3_000) });
  log.add({ kind: "set_clipboard", text: "x" });
  expect(log.pending()).toBeNull();
});

test.each([
  ["no recording at all", () => [], "not_found", "There is no recording."],
  ["the first missing", ([, second]: string[]) => [second], "not_found", "before operation 2 is missing"],
  ["text that is none", ([first]: string[]) => [first, "{"], "invalid_input", "cannot be read"],
  [
    "an operation that there is not",
    ([first]: string[]) => [first?.replace("open_app", "fly")],
    "invalid_input",
    "cannot be read",
  ],
  [
    "another outcome",
    ([first]: string[]) => [first?.replace("files", "settings")],
    "conflict",
    "simulates the desktop differently",
  ],
])("%s is one clear error", async (_case, spoil, code, message) => {
  const { desktop } = await provide();
  await desktop.open({ app: "files" });
  const first = take(desktop);
  await desktop.open({ app: "settings" });
  const recordings = spoil([first, take(desktop)]).map((text) => text ?? "");
  await expect(drawRecordings(recordings)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

test("a recording says nothing that changes from one desktop to the next: equal acts are equal text", async () => {
  const texts: string[] = [];
  for (let desktop = 0; desktop < 2; desktop += 1) {
    const { desktop: one } = await provide();
    await one.files.write("/tmp/a.txt", bytes("x"));
    await one.act({ id: newId("action"), kind: "open_app", app: "files" });
    texts.push(take(one));
  }
  expect(texts[0]).toBe(texts[1]);
  const parsed: ScreenRecordingInput = JSON.parse(texts[0] ?? "");
  expect(parsed.operations[1]).toEqual({ kind: "act", action: { kind: "open_app", app: "files" } });
});
