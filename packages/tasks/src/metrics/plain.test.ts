import { describe, expect, test } from "vitest";
import { judgeFile } from "../testing/judge.ts";
import { METRIC_TYPES } from "./registry.ts";

const judge = (func: string, file: string, rules: unknown, options?: unknown) =>
  judgeFile(func, file, { rules, options });

describe("exact_match", () => {
  test("ignores outer blanks only", async () => {
    expect(await judge("exact_match", " yes\n", { expected: "yes" })).toMatchObject({ score: 1 });
    expect(await judge("exact_match", "Yes", { expected: "yes" })).toMatchObject({ score: 0 });
    expect(await judge("exact_match", "Yes", { expected: "yes" }, { ignore_case: true })).toMatchObject({
      score: 1,
    });
    expect(await judge("exact_match", "yes\n", { expected: "yes" }, { trim: false })).toMatchObject({
      score: 0,
    });
  });
});

describe("fuzzy_match", () => {
  test("is the likeness below its threshold and 1 from there on", async () => {
    expect(await judge("fuzzy_match", "hello world", { expected: "hello worlds" })).toMatchObject({
      score: 1,
    });
    const less = await judge("fuzzy_match", "abxx", { expected: "abcd" });
    expect(less.score).toBe(0.5);
    expect(less.reason).toContain("50 % like");
    expect(await judge("fuzzy_match", "", { expected: "" })).toMatchObject({ score: 1 });
  });
});

describe("check_include_exclude", () => {
  test("names what is missing and what must go", async () => {
    const rules = { include: ["a", "b"], exclude: ["z"] };
    expect(await judge("check_include_exclude", "a b", rules)).toMatchObject({ score: 1 });
    const wrong = await judge("check_include_exclude", "a z", rules);
    expect(wrong).toMatchObject({
      score: 0,
      reason: '/home/user/result lacks "b"; /home/user/result must not have "z"',
    });
  });
});

describe("check_list", () => {
  test("asks for a line per pattern", async () => {
    const rules = { expect: ["^a\\d$"], unexpect: ["error"] };
    expect(await judge("check_list", "x\na1\n", rules)).toMatchObject({ score: 1 });
    expect(await judge("check_list", "a1\nan error\n", rules)).toMatchObject({ score: 0 });
    expect(await judge("check_list", "xa1", rules)).toMatchObject({
      score: 0,
      reason: expect.stringContaining("no line"),
    });
  });
});

describe("check_direct_json_object", () => {
  test("compares values, or looks for them inside", async () => {
    const rules = { expected: { a: 1, b: "x" } };
    expect(await judge("check_direct_json_object", '{"b":"x","a":1,"c":0}', rules)).toMatchObject({
      score: 1,
    });
    expect(await judge("check_direct_json_object", '{"a":1}', rules)).toMatchObject({ score: 0 });
    expect(await judge("check_direct_json_object", "oops", rules)).toMatchObject({
      score: 0,
      reason: expect.stringContaining("no JSON"),
    });
    const inside = { expected: { a: ["x"] }, expect_in_result: true };
    expect(await judge("check_direct_json_object", '{"a":["w","x"]}', inside)).toMatchObject({ score: 1 });
  });
});

describe("text files", () => {
  test("check_text_file says which line differs", async () => {
    const rules = { lines: ["one", "two"] };
    expect(await judge("check_text_file", "one  \r\ntwo\n\n", rules)).toMatchObject({ score: 1 });
    const wrong = await judge("check_text_file", "one\ntoo\n", rules);
    expect(wrong).toEqual({ score: 0, reason: 'line 2 of /home/user/result is "too"; expected "two"' });
    expect(await judge("check_text_file", "one\n", rules)).toMatchObject({
      reason: expect.stringContaining("not there"),
    });
    expect(await judge("check_text_file", "one\ntwo\n", rules, { ignore_blanks: false })).toMatchObject({
      score: 0,
    });
  });

  test("compare_text_file compares with a file", async () => {
    expect(await judgeFile("compare_text_file", "a\n", { expected: "a" })).toMatchObject({ score: 1 });
    expect(await judgeFile("compare_text_file", "A\n", { expected: "a" })).toMatchObject({ score: 0 });
  });
});

describe("CSV", () => {
  const rules = {
    rows: [
      ["Name", "Sum"],
      ["Lee, Ann", 3.5],
    ],
  };

  test("check_csv compares numbers as numbers and minds quotes", async () => {
    expect(await judge("check_csv", 'Name,Sum\n"Lee, Ann",3.50\n', rules)).toMatchObject({ score: 1 });
    const wrong = await judge("check_csv", 'Name,Sum\n"Lee, Ann",3.60\n', rules);
    expect(wrong.reason).toBe(
      'row 2 of /home/user/result is ["Lee, Ann","3.60"]; expected ["Lee, Ann","3.5"]',
    );
    expect(await judge("check_csv", "Name,Sum\n", rules)).toMatchObject({
      score: 0,
      reason: expect.stringContaining("has 1 rows"),
    });
    expect(await judge("check_csv", "Name;Sum\nLee, Ann;3.5\n", rules, { delimiter: ";" })).toMatchObject({
      score: 1,
    });
  });

  test("a file that is none is 0 with the reason", async () => {
    expect(await judge("check_csv", 'a,"b', rules)).toMatchObject({
      score: 0,
      reason: expect.stringContaining("no CSV"),
    });
    const binary = await judgeFile("check_csv", new Uint8Array([0xff, 0xfe, 0x80]), { rules });
    expect(binary).toMatchObject({ score: 0, reason: expect.stringContaining("not text in UTF-8") });
  });

  test("compare_csv compares with a file", async () => {
    expect(await judgeFile("compare_csv", "a,1\n", { expected: "a,1.0\n" })).toMatchObject({ score: 1 });
    expect(await judgeFile("compare_csv", "a,1\n", { expected: "a,2\n" })).toMatchObject({ score: 0 });
    await expect(judgeFile("compare_csv", "a\n", { expected: '"' })).rejects.toThrow("the task's own file");
  });
});

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 20 100 Td (Hello World) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

describe("PDF", () => {
  test("check_pdf counts pages and reads text", async () => {
    expect(await judge("check_pdf", PDF, { pages: 1, include: ["Hello"], exclude: ["Bye"] })).toMatchObject({
      score: 1,
    });
    expect(await judge("check_pdf", PDF, { pages: 2 })).toMatchObject({
      score: 0,
      reason: expect.stringContaining("has 1 pages; expected 2"),
    });
    expect(await judge("check_pdf", PDF, { include: ["Bye"] })).toMatchObject({
      score: 0,
      reason: expect.stringContaining('lacks "Bye"'),
    });
  });

  test("a file that is none, or a damaged one, is 0 with the reason", async () => {
    expect(await judge("check_pdf", "PK", { pages: 1 })).toMatchObject({
      score: 0,
      reason: expect.stringContaining("no PDF"),
    });
    expect(await judge("check_pdf", "%PDF-1.4\nnothing", { pages: 1 })).toMatchObject({
      score: 0,
      reason: expect.stringContaining("damaged"),
    });
  });

  test("compare_pdfs is the likeness of the texts", async () => {
    expect(await judgeFile("compare_pdfs", PDF, { expected: PDF })).toMatchObject({ score: 1 });
    const other = await judgeFile("compare_pdfs", PDF.replace("World", "Worms"), { expected: PDF });
    expect(other.score).toBeGreaterThan(0.7);
    expect(other.score).toBeLessThan(1);
  });
});

describe("check_files", () => {
  const listing = async (rules: unknown) => {
    const metric = METRIC_TYPES.get("check_files");
    if (!metric) throw new Error("no check_files");
    const file = (path: string) => ({ path, kind: "file" as const });
    const entries = [{ path: "Notes", kind: "directory" as const }, file("Notes/a.txt"), file(".~lock.b#")];
    expect(metric.check({ rules })).toEqual([]);
    const result = { kind: "listing", path: "/home/user", entries } as const;
    return metric.judge({ result, expected: { kind: "json", value: rules }, options: {} });
  };

  test("what is there, what is not, and nothing else", async () => {
    expect(await listing({ present: ["Notes/", "Notes/a.txt"], absent: ["b.txt"] })).toMatchObject({
      score: 1,
    });
    expect(await listing({ exactly: ["Notes/", "Notes/a.txt"] })).toMatchObject({ score: 1 });
    expect(await listing({ present: ["Notes/b.txt"] })).toMatchObject({
      score: 0,
      reason: "/home/user/Notes/b.txt is not there",
    });
    expect(await listing({ absent: ["Notes"] })).toMatchObject({
      score: 0,
      reason: "/home/user/Notes is still there",
    });
    expect(await listing({ exactly: ["Notes/"] })).toMatchObject({
      score: 0,
      reason: "/home/user/Notes/a.txt should not be there",
    });
  });
});
