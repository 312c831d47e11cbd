import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { useGuest } from "./guest-container.ts";

const guest = useGuest();

/** A window of one colour that writes every button event it gets, with the pointer's place on the screen. */
const TARGET = `
import sys
from Xlib import X, display
d = display.Display()
root = d.screen().root
x, y, w, h = 300, 200, 64, 48
win = root.create_window(x, y, w, h, 0, d.screen().root_depth, background_pixel=0x2468ac, override_redirect=True,
                         event_mask=X.ButtonPressMask | X.ButtonReleaseMask | X.ExposureMask)
win.map()
d.sync()
log = open("/tmp/target.log", "w", buffering=1)
log.write("ready\\n")
while True:
    e = d.next_event()
    if e.type in (X.ButtonPress, X.ButtonRelease):
        log.write(f"{'press' if e.type == X.ButtonPress else 'release'} {e.detail} {e.root_x} {e.root_y}\\n")
`;

const log = async (lines: number) => {
  const text = await guest.until(
    () => guest.readText("/tmp/target.log"),
    (content) => content.split("\n").length > lines,
  );
  return text.trim().split("\n").slice(1);
};

async function restartTarget() {
  await guest.execute("pkill -f '[t]arget.py'; rm -f /tmp/target.log");
  await guest.execute(["python3", "/tmp/target.py"], { background: true });
  await guest.until(
    () => guest.readText("/tmp/target.log"),
    (text) => text.startsWith("ready"),
  );
}

beforeAll(async () => {
  await guest.fetch("/files?path=/tmp/target.py", { method: "PUT", body: TARGET });
});

async function pixel(query: string, x: number, y: number): Promise<string> {
  const response = await guest.fetch(`/screenshot${query}`);
  const { data, info } = await sharp(await response.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * 3;
  return data.subarray(start, start + 3).toString("hex");
}

test("a click lands on the pixel it names, in the unit of the screenshot", async () => {
  await restartTarget();
  expect(await pixel("", 331, 223)).toBe("2468ac");
  expect(await pixel("", 299, 223)).not.toBe("2468ac");
  await guest.do({ kind: "click", x: 300, y: 200 });
  await guest.do({ kind: "click", x: 363, y: 247, button: "right" });
  await guest.do({ kind: "click", x: 364, y: 248 });
  expect(await log(5)).toEqual([
    "press 1 300 200",
    "release 1 300 200",
    "press 3 363 247",
    "release 3 363 247",
  ]);
});

test("a double click is two clicks, a drag begins and ends where it says, a notch is one wheel step", async () => {
  await restartTarget();
  await guest.do({ kind: "click", x: 310, y: 210, clicks: 2 });
  await guest.do({ kind: "drag", from: { x: 305, y: 205 }, to: { x: 350, y: 240 } });
  await guest.do({ kind: "scroll", x: 320, y: 220, deltaY: -2 });
  await guest.do({ kind: "scroll", x: 320, y: 220, deltaX: 1 });
  const lines = await log(13);
  expect(lines.slice(0, 6)).toEqual([
    ...["press 1 310 210", "release 1 310 210", "press 1 310 210", "release 1 310 210"],
    ...["press 1 305 205", "release 1 350 240"],
  ]);
  expect(lines.filter((line) => line.startsWith("press")).slice(3)).toEqual([
    ...["press 4 320 220", "press 4 320 220", "press 7 320 220"],
  ]);
});

test.each([
  { kind: "click", x: 1280, y: 10 },
  { kind: "move", x: 10, y: 720 },
  { kind: "scroll", x: -1, y: 10, deltaY: 1 },
  { kind: "drag", from: { x: 5, y: 5 }, to: { x: 5000, y: 5 } },
] as const)("coordinates outside the screen are refused and nothing moves: $kind", async (action) => {
  await guest.do({ kind: "move", x: 40, y: 50 });
  expect(await guest.act(action)).toMatchObject({
    outcome: "error",
    error: { code: "action_out_of_screen" },
  });
  expect((await guest.execute("xdotool getmouselocation")).stdout).toMatch(/x:40 y:50/);
});

test("the picture shows the pointer, in PNG and in a scaled JPEG of the same shape", async () => {
  await restartTarget();
  await guest.do({ kind: "move", x: 700, y: 10 });
  const away = await (await guest.fetch("/screenshot")).arrayBuffer();
  await guest.do({ kind: "move", x: 320, y: 220 });
  const over = await (await guest.fetch("/screenshot")).arrayBuffer();
  expect(Buffer.from(over).equals(Buffer.from(away))).toBe(false);
  const small = await guest.fetch("/screenshot?format=jpeg&width=320&quality=70");
  expect(small.headers.get("content-type")).toBe("image/jpeg");
  expect(small.headers.get("x-deskrl-screen")).toBe("1280x720");
  expect(small.headers.get("x-deskrl-image")).toBe("320x180");
  expect(await sharp(await small.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 180 });
  expect(await sharp(over).metadata()).toMatchObject({ width: 1280, height: 720, format: "png" });
});

test("a viewer's hand on a button does not stay down after a drag that is refused", async () => {
  await guest.act({ kind: "drag", from: { x: 10, y: 10 }, to: { x: 10, y: 9000 } });
  const mask = await guest.execute(
    'python3 -c "from Xlib.display import Display; print(Display().screen().root.query_pointer().mask & 0x1f00)"',
  );
  expect(mask.stdout.trim()).toBe("0");
});
