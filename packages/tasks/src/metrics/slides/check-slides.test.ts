import PptxGenJs from "pptxgenjs";
import { expect, test } from "vitest";
import { PRESENTATIONS } from "../../../scripts/files/presentations.ts";
import { judgeFile } from "../../testing/judge.ts";

async function make(): Promise<Uint8Array> {
  const file = new PptxGenJs();
  const master = { x: 0.5, y: 0.3, w: 9, h: 1 };
  file.defineSlideMaster({
    title: "M",
    objects: [{ placeholder: { options: { name: "title", type: "title", ...master }, text: "" } }],
  });
  const first = file.addSlide({ masterName: "M" });
  first.addText("Hello & welcome", { placeholder: "title" });
  first.addText(
    [{ text: "Bold ", options: { bold: true, color: "FF0000", fontSize: 24 } }, { text: "plain" }],
    { x: 1, y: 2, w: 5, h: 1 },
  );
  first.addNotes("Say hello");
  first.background = { color: "00FF00" };
  const second = file.addSlide({ masterName: "M" });
  second.addText("Numbers", { placeholder: "title" });
  second.addTable([[{ text: "A" }, { text: "1" }]], { x: 1, y: 2, w: 4 });
  second.hidden = true;
  const bytes = await file.write({ outputType: "uint8array" });
  if (!(bytes instanceof Uint8Array)) throw new Error("no bytes");
  return bytes;
}

const made = make();
const sample = () => made;

const check = async (rules: object) => judgeFile("check_slides", await sample(), { rules });

test.each([
  ["count and titles", { count: 2, titles: ["Hello & welcome", "Numbers"] }],
  ["paragraphs", { slides: { 1: { paragraphs: ["Bold plain"] } } }],
  ["looks", { slides: { 1: { looks: [{ of: "Bold", bold: true, color: "#FF0000", size: 24 }] } } }],
  ["notes and background", { slides: { 1: { notes: "Say hello", background: "#00FF00" } } }],
  ["tables", { slides: { 2: { tables: [[["A", "1"]]] } } }],
  ["hidden slides", { slides: { 2: { hidden: true }, 1: { hidden: false } } }],
  ["texts", { slides: { 1: { include: ["welcome"], exclude: ["bye"] } } }],
])("is right about %s", async (_name, rules) => {
  expect(await check(rules)).toMatchObject({ score: 1 });
});

test.each([
  ["count", { count: 3 }, "has 2 slides; expected 3"],
  ["titles", { titles: ["Hello & welcome", "Numberz"] }, "the slides' titles are"],
  ["a missing slide", { slides: { 3: {} } }, "there is no slide 3"],
  ["a title", { slides: { 1: { title: "Hi" } } }, 'slide 1 has title "Hello & welcome"; expected "Hi"'],
  ["a paragraph", { slides: { 1: { paragraphs: ["Bold"] } } }, 'slide 1 has no paragraph "Bold"'],
  [
    "looks",
    { slides: { 1: { looks: [{ of: "plain", bold: true }] } } },
    '"plain" on slide 1 has bold false; expected true',
  ],
  ["notes", { slides: { 2: { notes: "x" } } }, 'slide 2 has notes ""; expected "x"'],
  ["background", { slides: { 2: { background: "#00FF00" } } }, "slide 2 has background null"],
])("is wrong about %s, and says how", async (_name, rules, reason) => {
  const score = await check(rules);
  expect(score.score).toBe(0);
  expect(score.reason).toContain(reason);
});

test("a file that is no presentation is 0 with the reason", async () => {
  for (const bytes of ["plain text", (await sample()).subarray(0, 900)]) {
    const score = await judgeFile("check_slides", bytes, { rules: { count: 1 } });
    expect(score).toMatchObject({ score: 0, reason: expect.stringContaining("cannot be read") });
  }
});

test("compare_pptx_files names what differs", async () => {
  const kickoff = (await PRESENTATIONS["kickoff.pptx"]?.()) ?? new Uint8Array();
  expect(await judgeFile("compare_pptx_files", kickoff, { expected: kickoff })).toMatchObject({ score: 1 });
  const differs = await judgeFile("compare_pptx_files", await sample(), { expected: kickoff });
  expect(differs).toMatchObject({ score: 0, reason: expect.stringContaining("has 2 slides; expected 3") });
  await expect(judgeFile("compare_pptx_files", kickoff, { expected: "x" })).rejects.toThrow(
    "the task's own file",
  );
});
