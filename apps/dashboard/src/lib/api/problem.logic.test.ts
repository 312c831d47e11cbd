import { expect, it } from "vitest";
import { isFinal, toProblem } from "./problem.logic.ts";

const refused = Object.assign(new Error("x"), {
  data: { app: { code: "not_found", message: "No such desktop.", where: "environment.byId", fix: null } },
});

it("passes on what the server said: what, where, what to do", () => {
  expect(toProblem(refused)).toEqual({
    code: "not_found",
    message: "No such desktop.",
    where: "environment.byId",
    fix: undefined,
  });
});

it("says in words that the control plane does not answer", () => {
  expect(toProblem(new TypeError("Failed to fetch")).code).toBe("unreachable");
});

it("says in words that an answer was not the control plane's", () => {
  expect(toProblem(new Error("Unable to transform response from server"))).toMatchObject({
    code: "unreadable",
    fix: expect.stringContaining("/readyz"),
  });
});

it("does not try again what another attempt cannot cure", () => {
  expect(isFinal(refused)).toBe(true);
  expect(isFinal(new TypeError("Failed to fetch"))).toBe(false);
});
