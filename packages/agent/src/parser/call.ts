import type { Json } from "../json.ts";
import { closes, readLiteral, separate } from "./literal.ts";
import { Scanner } from "./scanner.ts";

/** One call as written, before its arguments are matched with a signature. */
export interface CallExpression {
  tool: string;
  method: string;
  positional: Json[];
  keyword: Record<string, Json>;
  /** Exactly this call's piece of the code. */
  code: string;
}

/** More in one answer is a script, not a turn. */
export const MAX_ACTIONS_PER_TURN = 10;
const ONE_CALL = "Write one call such as Agent.click(coordinate=[640, 360]).";

/**
 * Parses code to calls, one a line (a single one as a rule).
 * @throws CodeSyntaxError for everything that is not a call with literal arguments
 */
export function parseCalls(code: string): CallExpression[] {
  const scanner = new Scanner(code);
  const calls: CallExpression[] = [];
  for (;;) {
    do scanner.skipBlank(true);
    while (scanner.take(";"));
    if (scanner.atEnd) break;
    if (calls.length === MAX_ACTIONS_PER_TURN) {
      scanner.fail(`more than ${MAX_ACTIONS_PER_TURN} actions in one turn`, "Write one action a turn.");
    }
    calls.push(readCall(scanner));
    scanner.skipBlank(false);
    if (!scanner.atEnd && !/[\n;]/.test(scanner.peek())) {
      scanner.fail(`unexpected ${scanner.found()} after the call`, ONE_CALL);
    }
  }
  if (calls.length === 0) scanner.fail("there is no call", ONE_CALL, 0);
  return calls;
}

function readCall(scanner: Scanner): CallExpression {
  const start = scanner.position;
  const tool = scanner.name();
  if (tool === "" || !scanner.take(".")) {
    scanner.fail("expected a call of the form Tool.method(…)", ONE_CALL, start);
  }
  const method = scanner.name();
  scanner.skipBlank(false);
  const openedAt = scanner.position;
  if (method === "" || !scanner.take("(")) {
    scanner.fail(`expected \`(\` after ${tool}.${method}, found ${scanner.found()}`, ONE_CALL);
  }
  const { positional, keyword } = readArguments(scanner, openedAt);
  return { tool, method, positional, keyword, code: scanner.text.slice(start, scanner.position) };
}

function readArguments(scanner: Scanner, openedAt: number) {
  const positional: Json[] = [];
  const keyword = new Map<string, Json>();
  for (;;) {
    if (closes(scanner, ")", openedAt)) return { positional, keyword: Object.fromEntries(keyword) };
    if (scanner.peek() === "*") scanner.fail("`*` arguments are not supported", "Write each argument out.");
    const argumentAt = scanner.position;
    const name = readKeyword(scanner);
    if (name === null) {
      if (keyword.size > 0) {
        scanner.fail(
          "an argument without a name follows one with a name",
          "Name every argument.",
          argumentAt,
        );
      }
      positional.push(readLiteral(scanner));
    } else {
      if (keyword.has(name))
        scanner.fail(`\`${name}\` is given twice`, "Give each argument once.", argumentAt);
      keyword.set(name, readLiteral(scanner));
    }
    separate(scanner, ")");
  }
}

/** The name before `=`, or null with the cursor where it was. */
function readKeyword(scanner: Scanner): string | null {
  const start = scanner.position;
  const name = scanner.name();
  scanner.skipBlank(true);
  if (name !== "" && scanner.peek() === "=" && scanner.peek(2) !== "==") {
    scanner.position += 1;
    return name;
  }
  scanner.position = start;
  return null;
}
