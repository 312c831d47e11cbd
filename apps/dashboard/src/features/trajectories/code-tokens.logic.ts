export interface Token {
  kind: "call" | "text" | "number" | "name" | "plain";
  text: string;
}

const PATTERN =
  /(?<call>[A-Za-z_]\w*\.[A-Za-z_]\w*(?=\())|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<name>[A-Za-z_]\w*(?==(?!=)))|(?<number>-?\d+(?:\.\d+)?)/g;

/** Splits a line such as `CalcTools.set_cell_value(cell='B2')` for colouring. Joined again, the tokens are the line. */
export function tokenise(code: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of code.matchAll(PATTERN)) {
    if (match.index > at) tokens.push({ kind: "plain", text: code.slice(at, match.index) });
    const groups = match.groups ?? {};
    const kind = (["call", "text", "name", "number"] as const).find((name) => groups[name] !== undefined);
    tokens.push({ kind: kind ?? "plain", text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < code.length) tokens.push({ kind: "plain", text: code.slice(at) });
  return tokens;
}
