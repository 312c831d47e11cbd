import { expect, test } from "vitest";
import { checkBind } from "./check-bind.ts";

test.each(["127.0.0.1", "127.0.1.1", "::1", "localhost"])("%s needs no permission", (host) => {
  expect(() => checkBind({ host, variable: "DESKRL_HOST", allowPublic: false })).not.toThrow();
});

test.each(["0.0.0.0", "::", "10.0.0.5", "127.0.0.1.example.com"])("%s needs an explicit one", (host) => {
  expect(() => checkBind({ host, variable: "DESKRL_HOST", allowPublic: false })).toThrow("other machines");
  expect(() => checkBind({ host, variable: "DESKRL_HOST", allowPublic: true })).not.toThrow();
});
