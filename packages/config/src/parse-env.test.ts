import { expect, it } from "vitest";
import { z } from "zod";
import { codec, EnvError, parseEnv } from "./index.ts";

const Schema = z.object({
  PORT: codec.port.default(4400),
  HOST_URL: codec.url(),
  API_TOKEN: z.string().min(20),
  KEEP: codec.boolean.default(false),
  LEASE: codec.duration.default(15_000),
});
const GOOD = { HOST_URL: "http://127.0.0.1:1", API_TOKEN: "abcdefghijklmnopqrstuvwxyz" };

function problemsOf(source: Record<string, string | undefined>): EnvError {
  try {
    parseEnv(Schema, source);
  } catch (error) {
    if (error instanceof EnvError) return error;
    throw error;
  }
  throw new Error("it parsed");
}

it("gives defaults for what is not set or set to nothing, and ignores what it does not know", () => {
  expect(parseEnv(Schema, { ...GOOD, PORT: "", KEEP: undefined, OTHER: "x" })).toEqual({
    ...GOOD,
    PORT: 4400,
    KEEP: false,
    LEASE: 15_000,
  });
});

it("lists every wrong variable in one error, with what was received and what was expected", () => {
  const error = problemsOf({ PORT: "70000", HOST_URL: "ftp://x", LEASE: "15", KEEP: "maybe" });
  expect(error.problems).toEqual([
    { name: "PORT", received: '"70000"', expected: "a whole number from 0 to 65535" },
    { name: "HOST_URL", received: '"ftp://x"', expected: "a URL that begins with http:// or https://" },
    { name: "API_TOKEN", received: "nothing", expected: "string" },
    { name: "KEEP", received: '"maybe"', expected: "true or false" },
    { name: "LEASE", received: '"15"', expected: "a time with its unit, such as 500ms, 15s, 2m, 1h" },
  ]);
  expect(error.message).toContain("5 environment variables are wrong");
  expect(error.message).toContain('PORT: expected a whole number from 0 to 65535, received "70000"');
});

it("never shows what may be a secret", () => {
  const { message } = problemsOf({ ...GOOD, API_TOKEN: "hunter2" });
  expect(message).toContain("API_TOKEN");
  expect(message).not.toContain("hunter2");
});

it.each([
  ["1.5h", 5_400_000],
  ["500ms", 500],
  ["2m", 120_000],
  ["1d", 86_400_000],
])("reads the duration %s", (text, ms) => {
  expect(codec.duration.parse(text)).toBe(ms);
});

it.each(["1e3", " 12", "0x10", "12.0", "--1", ""])("refuses %j as a whole number", (text) => {
  expect(codec.integer().safeParse(text).success).toBe(false);
});

it("makes a path absolute", () => {
  expect(codec.path.parse("data")).toBe(`${process.cwd()}/data`);
});
