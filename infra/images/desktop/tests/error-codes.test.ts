import { readFileSync } from "node:fs";
import { ERROR_CODES } from "@deskrl/domain";
import { expect, test } from "vitest";

test("every error code of the guest server is one of the domain's, with the same status", () => {
  const source = readFileSync(new URL("../guest/deskrl_guest/errors.py", import.meta.url), "utf8");
  const table = source.slice(source.indexOf("STATUS = {"), source.indexOf("}"));
  const codes = Object.fromEntries(
    [...table.matchAll(/"(\w+)": (\d+)/g)].map(([, code, status]) => [code, Number(status)]),
  );
  expect(Object.keys(codes).length).toBeGreaterThan(5);
  expect(ERROR_CODES).toMatchObject(codes);
});
