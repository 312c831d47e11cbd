import { posix } from "node:path";
import { unzipSync } from "fflate";
import { CorruptFile } from "./corrupt-file.ts";
import { elements, isWellFormed, parseXml, type XmlElement } from "./xml.ts";

/** The parts of an Office Open XML file (docx, xlsx, pptx). */
export interface OfficePackage {
  /** The part as XML, or undefined when there is none. */
  xml(part: string): XmlElement | undefined;
  /** Names of all parts. */
  parts: readonly string[];
  /** Parts that `part` refers to, by relationship id. */
  relations(part: string): Map<string, { type: string; target: string }>;
}

/**
 * Opens the zip and makes sure that its main part is there and well-formed.
 * @param main such as `xl/workbook.xml`
 * @throws CorruptFile when the agent left something else there than such a file
 */
export function openPackage(bytes: Uint8Array, path: string, main: string): OfficePackage {
  const decode = (data: Uint8Array) => new TextDecoder("utf-8").decode(data);
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes);
  } catch (cause) {
    throw new CorruptFile(`${path} cannot be read: it is no ${posix.extname(path) || "Office"} file`, {
      cause,
    });
  }
  const mainPart = files[main];
  if (!mainPart || !isWellFormed(decode(mainPart))) {
    throw new CorruptFile(
      `${path} cannot be read: ${mainPart ? `${main} in it is damaged` : `it has no ${main}`}`,
    );
  }
  const parsed = new Map<string, XmlElement>();
  const xml = (part: string) => {
    const known = parsed.get(part);
    const data = files[part];
    if (known || !data) return known;
    const root = parseXml(decode(data));
    parsed.set(part, root);
    return root;
  };
  return {
    xml,
    parts: Object.keys(files),
    relations(part) {
      const root = xml(posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`));
      return new Map(
        elements(root, "Relationship").map(({ attributes }) => {
          const target = attributes.Target ?? "";
          const absolute = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(part), target);
          return [attributes.Id ?? "", { type: posix.basename(attributes.Type ?? ""), target: absolute }];
        }),
      );
    },
  };
}
