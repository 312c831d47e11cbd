import { expect, test } from "vitest";
import { ID_PREFIXES, type IdKind, idSchema, newId } from "./ids.ts";

test("every kind of id has a prefix of its own, and its schema accepts its own ids only", () => {
  const kinds = Object.keys(ID_PREFIXES) as IdKind[];
  expect(new Set(Object.values(ID_PREFIXES)).size).toBe(kinds.length);
  for (const kind of kinds) {
    expect(idSchema(kind).safeParse(newId(kind)).success).toBe(true);
    for (const other of kinds.filter((name) => name !== kind)) {
      expect(idSchema(kind).safeParse(newId(other)).success).toBe(false);
    }
  }
});

test("ten thousand ids are ten thousand different ids", () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId("episode"))).size).toBe(10_000);
});

test("a wrong id's message names what was expected and what was received", () => {
  const message = idSchema("run").safeParse("42").error?.issues[0]?.message;
  expect(message).toBe('expected an id such as run_…, received "42"');
});

test("an id that is far too long is named in a message of bounded length", () => {
  const { error } = idSchema("run").safeParse("x".repeat(3_000_000));
  expect(error?.message.length).toBeLessThan(1_000);
  expect(error?.message).toContain("3000002 characters");
});
