import { describe, expect, test } from "vitest";
import { useToolDesktop } from "./tool-desktop.ts";
import { documentXml, paragraph, readParagraphs, run, runWith, table, wordFile } from "./word.ts";

describe("Writer tools on text act on the open document and their effect is in the saved file", () => {
  const writer = useToolDesktop("writer");
  const texts = (bytes: Uint8Array) => readParagraphs(bytes).map((item) => item.text);
  const openStory = () =>
    writer.open(
      wordFile(
        paragraph(run("The quick "), run("brown", "<w:b/>"), run(" fox (red) jumps.")),
        paragraph(run("naïve café 數 😀 the end")),
        table("the cell", "other"),
        paragraph(run("the last line")),
      ),
    );

  test("save writes the document to its own file in its own format", async () => {
    const path = await openStory();
    await writer.call("write_text", { text: "Start. " });
    expect(texts(await writer.desktop.files.read(path))[0]).toBe("The quick brown fox (red) jumps.");
    expect(await writer.call("save")).toContain(path);
    expect(texts(await writer.desktop.files.read(path))[0]).toBe("Start. The quick brown fox (red) jumps.");
  });

  test("write_text writes at the cursor, formatted, and goes on after it", async () => {
    const path = await openStory();
    await writer.call("write_text", { text: "One 😀", bold: true, italic: true, size: 20 });
    await writer.call("write_text", { text: " two\nthree " });
    const saved = await writer.save(path);
    expect(texts(saved).slice(0, 2)).toEqual(["One 😀 two", "three The quick brown fox (red) jumps."]);
    expect(runWith(saved, "One 😀")).toMatchObject({ bold: true, italic: true, size: "40" });
    expect(runWith(saved, " two")).toMatchObject({ bold: false, italic: false });
  });

  test("find_and_replace replaces everywhere, with groups, and keeps formats", async () => {
    const path = await openStory();
    expect(await writer.call("find_and_replace", { pattern: "\\bthe\\b", replacement: "THE" })).toContain(
      "3 ",
    );
    await writer.call("find_and_replace", { pattern: "br(ow)n", replacement: "\\1l-colour" });
    await writer.call("find_and_replace", { pattern: "\\(red\\) ", replacement: "" });
    await writer.call("find_and_replace", { pattern: "😀", replacement: "🦊 fox" });
    const saved = await writer.save(path);
    expect(texts(saved)).toEqual([
      "The quick owl-colour fox jumps.",
      "naïve café 數 🦊 fox THE end",
      "THE last line",
    ]);
    expect(runWith(saved, "owl-colour").bold).toBe(true);
    expect(documentXml(saved)).toContain(">THE cell<");
  });

  test("find_and_replace keeps to the paragraphs it is given, tables not counted", async () => {
    const path = await openStory();
    await writer.call("find_and_replace", { pattern: "the", replacement: "a", paragraph_indices: [2] });
    const saved = await writer.save(path);
    expect(texts(saved).slice(1)).toEqual(["naïve café 數 😀 the end", "a last line"]);
    expect(documentXml(saved)).toContain(">the cell<");
  });

  test("a pattern without a match changes nothing and says so", async () => {
    const path = await openStory();
    const before = texts(await writer.save(path));
    expect(await writer.call("find_and_replace", { pattern: "zebra", replacement: "x" })).toContain(
      "No text matches",
    );
    expect(texts(await writer.save(path))).toEqual(before);
  });

  test("capitalize_words makes first letters large in the text itself", async () => {
    const path = await openStory();
    await writer.call("capitalize_words", { paragraph_indices: [0, 1] });
    const saved = await writer.save(path);
    expect(texts(saved)).toEqual([
      "The Quick Brown Fox (Red) Jumps.",
      "Naïve Café 數 😀 The End",
      "the last line",
    ]);
    expect(runWith(saved, "Brown").bold).toBe(true);
    expect(documentXml(saved)).not.toContain("<w:caps/>");
  });

  test("change_text_case changes the matches in the text itself", async () => {
    const path = await openStory();
    await writer.call("change_text_case", { case_type: "uppercase", pattern: "café|brown" });
    await writer.call("change_text_case", { case_type: "title", pattern: ".+", paragraph_indices: [2] });
    await writer.call("change_text_case", { case_type: "lowercase", pattern: "The" });
    const saved = await writer.save(path);
    expect(texts(saved)).toEqual([
      "the quick BROWN fox (red) jumps.",
      "naïve CAFÉ 數 😀 the end",
      "the Last Line",
    ]);
    expect(runWith(saved, "BROWN").bold).toBe(true);
  });

  test("a change is one entry of the Undo menu", async () => {
    const path = await openStory();
    await writer.call("find_and_replace", { pattern: "[aeiou]", replacement: "*" });
    await writer.desktop.act({ id: "undo_1", kind: "hotkey", keys: ["ctrl", "z"] });
    expect(texts(await writer.save(path))[2]).toBe("the last line");
  });
});
