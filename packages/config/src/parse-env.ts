import type { z } from "zod";

export interface EnvProblem {
  /** Name of the variable. */
  name: string;
  /** What it holds, quoted; `nothing` when it is not set; hidden where it may be a secret. */
  received: string;
  /** What it should hold. */
  expected: string;
}

/** Every wrong variable at once, so that a start needs one correction and not one per variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
  readonly problems: readonly EnvProblem[];

  constructor(problems: readonly EnvProblem[]) {
    const lines = problems.map(
      ({ name, received, expected }) => `  ${name}: expected ${expected}, received ${received}`,
    );
    const count =
      problems.length === 1 ? "1 environment variable is" : `${problems.length} environment variables are`;
    super(`${count} wrong:\n${lines.join("\n")}\nCorrect them and start again.`);
    this.problems = problems;
  }
}

const SECRET = /TOKEN|PASSWORD|SECRET|KEY|DATABASE_URL/i;
const LONGEST_SHOWN = 80;

function describeValue(name: string, value: string | undefined): string {
  if (value === undefined || value === "") return "nothing";
  if (SECRET.test(name)) return "a value that is not shown here";
  return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
}

function describeExpected(message: string): string {
  return message
    .replace(/^Invalid (input|option|string|URL|value): (expected )?/, "")
    .replace(/, received .*$/, "")
    .replace(/^expected /, "");
}

/**
 * Reads environment variables by a schema. A variable that is set to nothing counts as not set, so that its default
 * holds. The source is a parameter: only an app's `env.ts` knows the process's own.
 * @throws EnvError that lists every variable that is missing or wrong
 */
export function parseEnv<T extends z.ZodObject>(
  schema: T,
  source: Readonly<Record<string, string | undefined>>,
): z.output<T> {
  const known = Object.keys(schema.shape).flatMap((name) => {
    const value = source[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  const parsed = schema.safeParse(Object.fromEntries(known));
  if (parsed.success) return parsed.data;
  const problems = new Map<string, EnvProblem>();
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0] ?? "(all)");
    if (problems.has(name)) continue;
    const expected = describeExpected(issue.message);
    problems.set(name, { name, received: describeValue(name, source[name]), expected });
  }
  throw new EnvError([...problems.values()]);
}
