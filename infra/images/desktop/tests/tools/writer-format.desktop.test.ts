import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { onlyPart, partNames } from "./package-parts.ts";
import { useToolDesktop } from "./tool-desktop.ts";
import { documentXml, paragraph, readParagraphs, run, runWith, wordFile } from "./word.ts";

// One red pixel.
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

describe("Writer tools on formats and inserted things act on the open document", () => {
  const writer = useToolDesktop("writer");
  const openLines = () =>
    writer.open(
      wordFile(
        paragraph(run("first line with 😀 one word")),
        paragraph(run("second "), run("marked", '<w:highlight w:val="yellow"/>'), run(" line")),
        paragraph(run("third "), run("green", '<w:highlight w:val="green"/>'), run(" word")),
      ),
    );

  test("set_color colours what matches, in the paragraphs given", async () => {
    const path = await openLines();
    await writer.call("set_color", { pattern: "word", color: "#FF0000", paragraph_indices: [0] });
    const saved = await writer.save(path);
    expect(runWith(saved, "word").color).toBe("FF0000");
    expect(runWith(saved, " word").color).not.toBe("FF0000");
    expect(runWith(saved, "first line with 😀 one ").color).not.toBe("FF0000");
  });

  test("set_strikethrough strikes what matches", async () => {
    const path = await openLines();
    await writer.call("set_strikethrough", { pattern: "^first" });
    const saved = await writer.save(path);
    expect(runWith(saved, "first").strike).toBe(true);
    expect(runWith(saved, "second ").strike).toBe(false);
  });

  test("set_font_size sets points on what matches", async () => {
    const path = await openLines();
    await writer.call("set_font_size", { font_size: 17, pattern: "marked|😀" });
    const saved = await writer.save(path);
    expect(runWith(saved, "marked").size).toBe("34");
    expect(runWith(saved, "😀").size).toBe("34");
    expect(runWith(saved, "second ").size).not.toBe("34");
  });

  test("find_highlighted_text finds a colour and its paragraph", async () => {
    await openLines();
    const find = async (highlight_color: string) =>
      JSON.parse(await writer.call("find_highlighted_text", { highlight_color }));
    expect(await find("yellow")).toEqual([{ paragraph: 1, text: "marked" }]);
    expect(await find("green")).toEqual([{ paragraph: 2, text: "green" }]);
    expect(await find("#FF00FF")).toEqual([]);
  });

  test("remove_highlighting removes it where it is told, then everywhere", async () => {
    const path = await openLines();
    await writer.call("remove_highlighting", { paragraph_indices: [2] });
    const first = await writer.save(path);
    expect(runWith(first, "marked").highlighted).toBe(true);
    expect(readParagraphs(first)[2]?.runs.some((item) => item.highlighted)).toBe(false);
    await writer.call("remove_highlighting");
    const second = readParagraphs(await writer.save(path)).flatMap((item) => item.runs);
    expect(second.some((item) => item.highlighted)).toBe(false);
  });

  test("set_font, set_line_spacing and set_paragraph_alignment set whole paragraphs", async () => {
    const path = await openLines();
    await writer.call("set_font", { font_name: "DejaVu Sans Mono", paragraph_indices: [1] });
    await writer.call("set_line_spacing", { spacing_value: 1.5, paragraph_indices: [0, 1] });
    await writer.call("set_line_spacing", { spacing_value: 2, paragraph_indices: [2] });
    await writer.call("set_paragraph_alignment", { alignment: "justify" });
    await writer.call("set_paragraph_alignment", { alignment: "center", paragraph_indices: [0] });
    const [first, second, third] = readParagraphs(await writer.save(path));
    expect(second?.runs.map((item) => item.font)).toEqual(Array(3).fill("DejaVu Sans Mono"));
    expect(first?.runs.some((item) => item.font === "DejaVu Sans Mono")).toBe(false);
    expect([first, second, third].map((item) => item?.lineSpacing)).toEqual(["360", "360", "480"]);
    expect([first, second, third].map((item) => item?.alignment)).toEqual(["center", "both", "both"]);
  });

  test("set_default_font sets the document's default and that of new documents", async () => {
    const path = await openLines();
    await writer.call("set_default_font", { font_name: "DejaVu Serif", font_size: 13 });
    const styles = onlyPart(await writer.save(path), /^word\/styles\.xml$/);
    const normal = /<w:style [^>]*w:styleId="Normal"[\s\S]*?<\/w:style>/.exec(styles)?.[0] ?? "";
    expect(normal).toContain('w:ascii="DejaVu Serif"');
    expect(normal).toContain('<w:sz w:val="26"/>');
    // LibreOffice writes its settings a moment later.
    const settings = "/home/user/.config/libreoffice/4/user/registrymodifications.xcu";
    await expect
      .poll(async () => new TextDecoder().decode(await writer.desktop.files.read(settings)), {
        timeout: 30_000,
      })
      .toMatch(/Writer\/DefaultFont"><prop oor:name="Standard"[^>]*><value>DejaVu Serif</);
  });

  test("insert_formula_at_cursor puts in a formula", async () => {
    const path = await openLines();
    await writer.call("insert_formula_at_cursor", { formula: "{%alpha + 1} over sqrt{x}" });
    const xml = documentXml(await writer.save(path));
    expect(xml).toMatch(/<m:oMath[\s\S]*<m:f>[\s\S]*<m:rad>[\s\S]*<\/m:oMath>/);
    expect(xml).toContain("α");
  });

  test("insert_formula_at_cursor does not lock up with the screen that is drawn meanwhile", async () => {
    for (let time = 0; time < 8; time += 1) {
      await writer.desktop.act({ id: `new_${time}`, kind: "open_app", app: "writer", timeoutMs: 60_000 });
      for (const formula of ["a over b", "E = m c^2"])
        await writer.call("insert_formula_at_cursor", { formula });
    }
  });

  test("insert_image_at_cursor puts in an image of the given size", async () => {
    const path = await openLines();
    await writer.desktop.files.write("/home/user/Pictures/red.png", PNG);
    await writer.call("insert_image_at_cursor", { image_path: "~/Pictures/red.png", width: 96, height: 48 });
    const saved = await writer.save(path);
    expect(documentXml(saved)).toContain('<wp:extent cx="914400" cy="457200"/>');
    expect(partNames(saved, /^word\/media\//)).toHaveLength(1);
  });

  test("insert_page_break breaks at the cursor and at the end", async () => {
    const path = await openLines();
    await writer.call("write_text", { text: "cover" });
    await writer.call("insert_page_break");
    const first = await writer.save(path);
    expect(readParagraphs(first).map((item) => item.text)[0]).toBe("cover");
    expect(documentXml(first).match(/<w:br w:type="page"\/>/g)).toHaveLength(1);
    await writer.call("insert_page_break", { position: "end_of_document" });
    await writer.call("write_text", { text: "appendix" });
    const second = await writer.save(path);
    expect(readParagraphs(second).at(-1)?.text).toBe("appendix");
    expect(documentXml(second).match(/<w:br w:type="page"\/>/g)).toHaveLength(2);
  });

  test("add_page_numbers numbers the pages in the footer or the header", async () => {
    const path = await openLines();
    await writer.call("add_page_numbers", {
      position: "bottom_center",
      start_number: 5,
      format: "Page 1 of N",
    });
    const saved = await writer.save(path);
    const footer = onlyPart(saved, /^word\/footer\d+\.xml$/);
    expect(footer).toMatch(/Page [\s\S]* PAGE [\s\S]* of [\s\S]* NUMPAGES /);
    expect(footer).toContain('<w:jc w:val="center"/>');
    expect(documentXml(saved)).toContain('w:start="5"');
    await writer.call("add_page_numbers", { position: "top_right" });
    const header = onlyPart(await writer.save(path), /^word\/header\d+\.xml$/);
    expect(header).toMatch(/ PAGE /);
    expect(header).toMatch(/<w:jc w:val="(right|end)"\/>/);
  });

  test("add_page_numbers a second time replaces the first", async () => {
    const path = await openLines();
    await writer.call("add_page_numbers", { position: "bottom_left" });
    await writer.call("add_page_numbers", { position: "bottom_right", format: "Page 1" });
    const footer = onlyPart(await writer.save(path), /^word\/footer\d+\.xml$/);
    expect(footer.match(/ PAGE /g)).toHaveLength(1);
    expect(footer).toContain("Page ");
  });

  test("export_to_pdf writes beside the document or where it is told", async () => {
    const path = await openLines();
    const read = async (file: string) => {
      const pdf = await getDocumentProxy(await writer.desktop.files.read(file));
      return (await extractText(pdf, { mergePages: true })).text;
    };
    await writer.call("export_to_pdf");
    expect(await read(path.replace(/docx$/, "pdf"))).toContain("second marked line");
    await writer.call("export_to_pdf", {
      output_path: "/home/user/Desktop",
      output_filename: "report",
      quality: "print",
    });
    expect(await read("/home/user/Desktop/report.pdf")).toContain("first line");
  });
});
