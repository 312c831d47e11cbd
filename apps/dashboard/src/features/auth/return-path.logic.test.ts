import { expect, it } from "vitest";
import { safeReturnPath } from "./return-path.logic.ts";

it("returns to a page of this site, with its filters", () => {
  expect(safeReturnPath("/fleet?state=failed")).toBe("/fleet?state=failed");
});

it("never leads to another site or back to the sign-in page", () => {
  for (const wanted of [
    null,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/login?next=/x",
  ]) {
    expect(safeReturnPath(wanted)).toBe("/");
  }
});
