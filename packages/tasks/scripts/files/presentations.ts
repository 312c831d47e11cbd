import PptxGenJs from "pptxgenjs";
import { repack } from "./repack.ts";

interface Slide {
  title: string;
  body: string[];
}

async function presentation(slides: Slide[]): Promise<Uint8Array> {
  const file = new PptxGenJs();
  file.author = "DeskRL";
  file.company = "DeskRL";
  file.defineSlideMaster({
    title: "CONTENT",
    background: { color: "FFFFFF" },
    objects: [
      {
        placeholder: {
          options: { name: "title", type: "title", x: 0.5, y: 0.4, w: 9, h: 1, fontSize: 32 },
          text: "",
        },
      },
      {
        placeholder: {
          options: { name: "body", type: "body", x: 0.5, y: 1.6, w: 9, h: 3.4, fontSize: 20 },
          text: "",
        },
      },
    ],
  });
  for (const { title, body } of slides) {
    const slide = file.addSlide({ masterName: "CONTENT" });
    slide.addText(title, { placeholder: "title" });
    slide.addText(
      body.map((text) => ({ text, options: { breakLine: true } })),
      { placeholder: "body" },
    );
  }
  const bytes = await file.write({ outputType: "uint8array" });
  if (!(bytes instanceof Uint8Array)) throw new Error("the presentation was not written as bytes");
  return repack(bytes, withLayoutType);
}

/** The library names no type for its layouts, so that Impress takes them for blank and gives new slides no title. */
function withLayoutType(name: string, xml: string): string {
  if (!name.startsWith("ppt/slideLayouts/") || !xml.includes('type="title"')) return xml;
  return xml.replace("<p:sldLayout ", '<p:sldLayout type="obj" ');
}

/** The suite's presentations by name. */
export const PRESENTATIONS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  "kickoff.pptx": () =>
    presentation([
      { title: "Project Falcon", body: ["Kick-off meeting"] },
      { title: "Goals", body: ["Ship the first version in May", "Keep costs below plan"] },
      { title: "Team", body: ["Three engineers", "One designer"] },
    ]),
  "review.pptx": () =>
    presentation([
      { title: "Review 2024", body: ["Results of 2024", "Prepared by the sales team"] },
      { title: "Revenue in 2024", body: ["Up by nine per cent on the year before"] },
      { title: "Outlook", body: ["More customers in the north"] },
    ]),
  "agenda.pptx": () =>
    presentation([
      { title: "Board meeting", body: ["First quarter"] },
      { title: "Agenda", body: ["To be added"] },
    ]),
};
