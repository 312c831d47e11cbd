/** An element as the XML parser gives it: attributes start with `@`, the text is `#text`. */
export interface XmlNode {
  [name: string]: XmlNode | XmlNode[] | string | undefined;
}

/** The elements of a name inside another, in order. */
export function children(node: XmlNode[string], name: string): XmlNode[] {
  if (typeof node !== "object" || Array.isArray(node)) return [];
  const found = node[name];
  if (Array.isArray(found)) return found.map((one) => (typeof one === "object" ? one : { "#text": one }));
  if (typeof found === "object") return [found];
  return [];
}

/** An attribute's value; empty when it is not there. */
export function attribute(node: XmlNode | undefined, name: string): string {
  const value = node?.[`@${name}`];
  return typeof value === "string" ? value : "";
}

export function textOfNode(node: XmlNode[string]): string {
  if (typeof node === "string") return node;
  if (typeof node !== "object" || Array.isArray(node)) return "";
  const text = node["#text"];
  return typeof text === "string" ? text : "";
}
