import { expect, test } from "vitest";
import { createErrorReporter } from "./error-reporter.ts";

function reporterWithLog() {
  const lines: object[] = [];
  let now = 0;
  const log = { error: (fields: object) => lines.push(fields) };
  const report = createErrorReporter({ log, clock: () => new Date(now) });
  return { report, lines, advance: (ms: number) => (now += ms) };
}

test("a fault that lasts is written once, and later how often it came", () => {
  const { report, lines, advance } = reporterWithLog();
  for (let i = 0; i < 100; i += 1) report(new Error("no database"), "assignment");
  expect(lines).toHaveLength(1);
  advance(30_000);
  report(new Error("no database"), "assignment");
  expect(lines[1]).toMatchObject({ repeated: 99 });
});

test("another fault, or the same one elsewhere, is written at once", () => {
  const { report, lines } = reporterWithLog();
  report(new Error("no database"), "assignment");
  report(new Error("no database"), "janitor");
  report(new Error("another"), "assignment");
  expect(lines).toHaveLength(3);
});
