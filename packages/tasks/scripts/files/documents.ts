import { Document, HeadingLevel, Packer, Paragraph, TextRun } from "docx";
import { repack } from "./repack.ts";

type Part = string | Paragraph;

async function document(parts: Part[]): Promise<Uint8Array> {
  const children = parts.map((part) => (typeof part === "string" ? new Paragraph(part) : part));
  const file = new Document({ creator: "DeskRL", lastModifiedBy: "DeskRL", sections: [{ children }] });
  return repack(new Uint8Array(await Packer.toBuffer(file)));
}

const heading = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_1 });

/** The suite's text documents by name. */
export const DOCUMENTS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  "memo.docx": () =>
    document([
      "Office move",
      "Our team moves to the third floor on Monday.",
      "Please pack your desk by Friday evening and label every box with your name.",
      "Boxes are in the print room.",
    ]),
  "contract.docx": () =>
    document([
      "Service agreement",
      "This agreement is made between Acme Corp and the customer.",
      "Acme Corp delivers the goods within ten working days.",
      "The customer pays Acme Corp within thirty days of delivery.",
    ]),
  "handbook.docx": () =>
    document([
      heading("Welcome"),
      "This handbook explains how we work together.",
      heading("Working hours"),
      "Core hours are from ten to three. Outside of them, everyone plans their own day.",
      heading("Holidays"),
      "Please enter your holidays in the team calendar two weeks ahead.",
    ]),
  "essay.docx": () =>
    document([
      "On walking",
      "Walking is the simplest way to clear the mind. It asks for nothing but time.",
      "A short walk at noon changes the whole afternoon. Ideas come when nobody calls them.",
      "Cities that invite walking are better places to live.",
    ]),
  "notice.docx": () =>
    document([
      "Fire drill",
      "IMPORTANT: leave the building by the nearest stairs.",
      "Do not use the lifts. IMPORTANT: meet at the car park.",
      "The drill ends at noon.",
    ]),
  "minutes.docx": () =>
    document([
      "Minutes of the weekly meeting",
      "Present: Ada, Grace, Linus",
      "Decision: the release moves to May. The release moves to April (withdrawn).",
      "Next meeting: Tuesday, ten o'clock",
    ]),
  "review.docx": () =>
    document([
      "Product review",
      new Paragraph({
        children: [
          new TextRun("The battery lasts "),
          new TextRun({ text: "two full days", highlight: "yellow" }),
          new TextRun(" in daily use."),
        ],
      }),
      new Paragraph({
        children: [
          new TextRun({ text: "The screen", highlight: "green" }),
          new TextRun(" is bright and sharp."),
        ],
      }),
      "The price is fair.",
    ]),
  "flyer.docx": () =>
    document([
      "Summer party",
      "Friday, 20 June, from five o'clock in the garden",
      "Bring a salad or a cake.",
    ]),
  "letter.docx": () =>
    document([
      "Dear Ms Okafor,",
      "thank you for your order. The total of invoice 1047 is [TOTAL] EUR.",
      "Kind regards",
      "Northwind Office Supplies",
    ]),
  "offer.docx": () => document(["Our offer", "These are our current prices:", "Prices do not include tax."]),
  "members.docx": () => document(["Members of the book club", "Hana Sato", "Ivan Petrov", "Julia Costa"]),
};
