import { afterEach, describe, expect, test } from "vitest";
import { docker, useGuest } from "./guest-container.ts";

const guest = useGuest();

const ASCII = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index));
const LINES = [
  // Not first in a line, where a spreadsheet takes some of them for a formula or a mark.
  `a ${ASCII} z`,
  "żółw Grüße naïve Ærø çà ÀÉÎ ŠŽ ÿ €™—“” ½ µ",
  "你好世界 こんにちは 안녕하세요 漢字仮名交じり文",
  "😀🎉👩‍💻❤️🇵🇱 Ελλάδα Привет שלום",
];
const TEXT = LINES.join("\n");
/** More different characters than a keyboard has free keys for. */
const MANY = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join("");

async function copied(): Promise<string> {
  await guest.send("PUT", "/clipboard", { text: "nothing was copied" });
  await guest.do({ kind: "hotkey", keys: ["ctrl", "a"] });
  await guest.do({ kind: "hotkey", keys: ["ctrl", "c"] });
  const answer = await guest.until(
    () => guest.send("GET", "/clipboard"),
    ({ body }) => JSON.stringify(body) !== JSON.stringify({ text: "nothing was copied" }),
  );
  return (answer.body as { text: string }).text;
}

describe("text typed equals text read back", () => {
  afterEach(async () => {
    await guest.execute("pkill -9 -x 'soffice.bin|gedit|lxterminal'; true");
    await guest.ready();
  });

  test("in a terminal", async () => {
    await guest.do({ kind: "open_app", app: "terminal" });
    await guest.do({ kind: "type", text: "cat > /tmp/typed.txt << 'END'", enter: true });
    await guest.do({ kind: "type", text: `${TEXT}\n${MANY}\nEND`, enter: true });
    const expected = `${TEXT}\n${MANY}\n`;
    const read = await guest.until(
      () => guest.readText("/tmp/typed.txt"),
      (text) => text.length >= expected.length,
    );
    expect(read).toBe(expected);
  });

  test("in the text editor", async () => {
    await guest.do({ kind: "open_app", app: "gedit" });
    await guest.do({ kind: "type", text: `${TEXT}\n${MANY}` });
    expect(await copied()).toBe(`${TEXT}\n${MANY}`);
    await guest.do({ kind: "type", text: "replaced <>", overwrite: true });
    expect(await copied()).toBe("replaced <>");
  });

  test("in LibreOffice Writer, with nothing corrected", async () => {
    await guest.do({ kind: "open_app", app: "libreoffice writer" });
    const text = `${TEXT}\nteh (c) 1st http://a.example "quoted" -- and\n- not a list`;
    await guest.do({ kind: "type", text });
    expect(await copied()).toBe(text);
  });

  test("in a LibreOffice Writer on a machine that has hardly a turn for it", async () => {
    await guest.do({ kind: "open_app", app: "libreoffice writer" });
    await docker("update", "--cpus", "0.12", guest.id);
    const text = `${TEXT}\none\ntwo\nthree\nfour\nfive`;
    await guest.do({ kind: "type", text });
    await docker("update", "--cpus", "0", guest.id);
    expect(await copied()).toBe(text);
  });

  test("in cells of LibreOffice Calc, in edit mode or not", async () => {
    await guest.do({ kind: "open_app", app: "libreoffice calc" });
    await guest.do({ kind: "type", text: TEXT, enter: true });
    await guest.do({ kind: "hotkey", keys: ["f2"] });
    await guest.do({ kind: "type", text: LINES.join(" "), enter: true });
    await guest.do({ kind: "type", text: "apple\nap\n3.5\n=2*3\n" });
    expect(await copied()).toBe(`${[...LINES, LINES.join(" "), "apple", "ap", "3.5", "6"].join("\n")}\n`);
  });
});

test("a modifier or Caps Lock someone left on does not change the text", async () => {
  await guest.do({ kind: "open_app", app: "gedit" });
  await guest.execute("xdotool key Caps_Lock keydown shift");
  await guest.do({ kind: "type", text: "abc XYZ 123" });
  expect(await copied()).toBe("abc XYZ 123");
});

test("a control character is refused and nothing is typed", async () => {
  expect(await guest.act({ kind: "type", text: "a\u0007b" })).toMatchObject({
    outcome: "error",
    error: { code: "invalid_input", message: expect.stringContaining("U+0007") },
  });
});

test("an unknown key is a clear error, and no key stays down", async () => {
  expect(await guest.act({ kind: "hotkey", keys: ["ctrl", "hyperspace"] })).toMatchObject({
    outcome: "error",
    error: { code: "invalid_input", message: expect.stringContaining("hyperspace") },
  });
  const state = await guest.execute(
    'python3 -c "from Xlib.display import Display; print(sum(Display().query_keymap()))"',
  );
  expect(state.stdout.trim()).toBe("0");
});
