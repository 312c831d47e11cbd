import { extractText, getDocumentProxy } from "unpdf";
import { CorruptFile } from "./corrupt-file.ts";

export interface PdfFacts {
  /** Text of each page, with blanks in place of line ends. */
  pages: string[];
}

const HEADER = "%PDF-";

/** Reads a PDF's pages. @throws CorruptFile when the file is none or is damaged */
export async function readPdf(bytes: Uint8Array, path: string): Promise<PdfFacts> {
  if (new TextDecoder("latin1").decode(bytes.subarray(0, HEADER.length)) !== HEADER) {
    throw new CorruptFile(`${path} is no PDF file`);
  }
  // The reader takes the buffer for itself, so it gets one of its own; 0: errors only.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 }).catch(
    (cause: unknown) => {
      throw new CorruptFile(`${path} is a damaged PDF file`, { cause });
    },
  );
  try {
    const { text } = await extractText(document, { mergePages: false });
    return { pages: text.map((page) => page.replace(/\s+/g, " ").trim()) };
  } finally {
    await document.loadingTask.destroy();
  }
}
