import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  ImageRun,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";
import { expect, test } from "vitest";
import { PLAIN } from "../../../scripts/files/plain.ts";
import { judgeFile } from "../../testing/judge.ts";

async function make(): Promise<Uint8Array> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const picture = PLAIN["photo.png"]?.() ?? new Uint8Array();
  const file = new Document({
    styles: { default: { document: { run: { font: "Carlito", size: 22 } } } },
    sections: [
      {
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [new TextRun({ children: [PageNumber.CURRENT] })],
              }),
            ],
          }),
        },
        children: [
          new Paragraph({
            text: "The plan",
            heading: HeadingLevel.HEADING_1,
            alignment: AlignmentType.CENTER,
          }),
          new Paragraph({
            spacing: { line: 480 },
            children: [
              new TextRun("We start in "),
              new TextRun({ text: "May", bold: true, italics: true, color: "ff0000", size: 28 }),
              new TextRun(" and end in May & June."),
            ],
          }),
          new Paragraph(""),
          new Paragraph({
            pageBreakBefore: true,
            children: [new TextRun({ text: "Old text", strike: true, highlight: "yellow" })],
          }),
          new Paragraph({
            children: [
              new ImageRun({ type: "png", data: picture, transformation: { width: 20, height: 20 } }),
            ],
          }),
          new Table({
            rows: [
              new TableRow({ children: [cell("A"), cell("1")] }),
              new TableRow({ children: [cell("B"), cell("2")] }),
            ],
          }),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(file));
}

const made = make();
const sample = () => made;

const check = async (rules: object) => judgeFile("check_document", await sample(), { rules });
const looks = (...rules: object[]) => ({ looks: rules });

test.each([
  ["the paragraphs", { paragraphs: ["The plan", "We start in May and end in May & June.", "Old text"] }],
  [
    "style and alignment",
    { at: { 1: { style: "Heading 1", align: "center", text: "The plan" }, 2: { align: "left" } } },
  ],
  ["line spacing", { at: { 2: { line_spacing: 2 }, 1: { line_spacing: 1 } } }],
  ["a page break", { page_breaks: 1, at: { 3: { page_break_before: true } } }],
  ["strike and highlight", looks({ of: "Old text", strike: true, highlight: true, only: true })],
  ["a highlight by name", looks({ of: "Old text", highlight: "yellow" })],
  ["no highlight elsewhere", { at: { 2: looks({ highlight: false }) } }],
  ["the font of the defaults", { at: { 2: looks({ font: "Carlito" }) } }],
  ["size by default", looks({ of: "We start", size: 11 })],
  ["pictures", { images: 1 }],
  [
    "tables",
    {
      tables: [
        [
          ["A", "1"],
          ["B", "2"],
        ],
      ],
    },
  ],
  ["the page number", { page_number: { in: "footer", align: "center" } }],
  ["text with special signs, also in tables", { include: ["May & June", "B"], exclude: ["July"] }],
])("is right about %s", async (_name, rules) => {
  expect(await check(rules)).toMatchObject({ score: 1 });
});

test.each([
  [
    "a paragraph's text",
    { paragraphs: ["The plan", "Other"] },
    'paragraph 2 is "We start in May and end in May & June."; expected "Other"',
  ],
  ["a missing paragraph", { at: { 9: { text: "x" } } }, "there is no paragraph 9"],
  [
    "one paragraph too many",
    { paragraphs: ["The plan", "We start in May and end in May & June."] },
    'paragraph 3 is "Old text"; expected not there',
  ],
  [
    "alignment",
    { at: { 1: { align: "right" } } },
    'paragraph 1 ("The plan") has alignment "center"; expected "right"',
  ],
  ["one occurrence of two", looks({ of: "May", bold: true }), '"May" in the text has no bold; expected bold'],
  [
    "what else looks so",
    looks({ of: "We start", bold: false, only: true }),
    'in the text has no bold too; only "We start" should',
  ],
  [
    "colour",
    looks({ of: "Old text", color: "#FF0000" }),
    '"Old text" in the text has no color; expected color #FF0000',
  ],
  ["text that is not there", looks({ of: "Nowhere", bold: true }), 'the text has no "Nowhere"'],
  [
    "a paragraph that is only partly so",
    { at: { 2: looks({ bold: true }) } },
    '"We start in " in paragraph 2 has no bold',
  ],
  ["every paragraph", { at: { "*": { align: "center" } } }, "paragraph 2"],
  ["page breaks", { page_breaks: 0 }, "has 1 page breaks; expected 0"],
  ["tables", { tables: [] }, "the tables are"],
  [
    "the page number",
    { page_number: { in: "header" } },
    "the page number is in the footer, center; expected it in the header",
  ],
  ["a page number that should not be", { page_number: false }, "there is a page number in the footer"],
  ["missing text", { include: ["August"] }, 'the text lacks "August"'],
  ["surplus text", { exclude: ["June"] }, 'the text must not have "June"'],
])("is wrong about %s, and says how", async (_name, rules, reason) => {
  const score = await check(rules);
  expect(score.score).toBe(0);
  expect(score.reason).toContain(reason);
});

test("a page break begins the page of the paragraph after it, however the file writes it", async () => {
  const br = () => new PageBreak();
  const breaks = [
    [new Paragraph("One"), new Paragraph({ text: "Two", pageBreakBefore: true })],
    [new Paragraph("One"), new Paragraph({ children: [br(), new TextRun("Two")] })],
    [new Paragraph({ children: [new TextRun("One"), br()] }), new Paragraph("Two")],
    [new Paragraph("One"), new Paragraph({ children: [br()] }), new Paragraph("Two")],
  ];
  const rules = { page_breaks: 1, at: { 1: { page_break_before: false }, 2: { page_break_before: true } } };
  for (const children of breaks) {
    const bytes = new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
    expect(await judgeFile("check_document", bytes, { rules })).toMatchObject({ score: 1 });
  }
});

test("a file that is no document is 0 with the reason", async () => {
  for (const bytes of ["plain text", (await sample()).subarray(0, 900)]) {
    const score = await judgeFile("check_document", bytes, { rules: { paragraphs: [] } });
    expect(score).toMatchObject({ score: 0, reason: expect.stringContaining("cannot be read") });
  }
});

test("compare_docx_files compares paragraph by paragraph", async () => {
  const one = await sample();
  const file = new Document({ sections: [{ children: [new Paragraph("The plan"), new Paragraph("Else")] }] });
  const other = new Uint8Array(await Packer.toBuffer(file));
  expect(await judgeFile("compare_docx_files", one, { expected: one })).toMatchObject({ score: 1 });
  const differs = await judgeFile("compare_docx_files", one, { expected: other });
  expect(differs).toMatchObject({
    score: 0,
    reason: expect.stringContaining('paragraph 2 of /home/user/result is "We start'),
  });
  expect(await judgeFile("compare_docx_files", "x", { expected: one })).toMatchObject({ score: 0 });
  await expect(judgeFile("compare_docx_files", one, { expected: "x" })).rejects.toThrow(
    "the task's own file",
  );
});
