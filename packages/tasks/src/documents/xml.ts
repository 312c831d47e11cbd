import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";

/** An element of an XML document with its children in order. Names keep their prefix, as in `w:p`. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlNode[];
}
export type XmlNode = XmlElement | string;

const ATTRIBUTES = ":@";
const TEXT = "#text";

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: {
    enabled: true,
    maxTotalExpansions: Number.POSITIVE_INFINITY,
    maxExpandedLength: Number.POSITIVE_INFINITY,
  },
});

const RawNode = z.record(z.string(), z.unknown());
const RawNodes = z.array(RawNode);
const Attributes = z.record(z.string(), z.string());

function nodes(raw: unknown): XmlNode[] {
  const result: XmlNode[] = [];
  for (const node of RawNodes.parse(raw)) {
    if (TEXT in node) {
      result.push(String(node[TEXT]));
      continue;
    }
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES);
    if (!name || name.startsWith("?")) continue;
    result.push({ name, attributes: Attributes.parse(node[ATTRIBUTES] ?? {}), children: nodes(node[name]) });
  }
  return result;
}

/** Whether a text is well-formed XML. */
export function isWellFormed(text: string): boolean {
  return XMLValidator.validate(text) === true;
}

/** The root element. @throws Error when there is none */
export function parseXml(text: string): XmlElement {
  const root = nodes(parser.parse(text)).find((node) => typeof node !== "string");
  if (!root || typeof root === "string") throw new Error("the XML has no root element");
  return root;
}

/** Children that are elements, of one name when it is given. */
export function elements(parent: XmlElement | undefined, name?: string): XmlElement[] {
  return (parent?.children ?? []).filter(
    (node): node is XmlElement => typeof node !== "string" && (name === undefined || node.name === name),
  );
}

/** The first element along a path of names, such as `child(p, "w:pPr", "w:jc")`. */
export function child(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => elements(at, name)[0], parent);
}

/** All elements of a name below `parent`, in document order. */
export function descendants(parent: XmlElement | undefined, name: string): XmlElement[] {
  return elements(parent).flatMap((node) => [
    ...(node.name === name ? [node] : []),
    ...descendants(node, name),
  ]);
}

/** All text below an element. */
export function textContent(node: XmlNode): string {
  return typeof node === "string" ? node : node.children.map(textContent).join("");
}
