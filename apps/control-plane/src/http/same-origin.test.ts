import { expect, test } from "vitest";
import { assertSameOrigin } from "./same-origin.ts";

const cookie = "deskrl_session=abc";
const host = "desk.example:4400";

test.each([
  ["the page's own address", { cookie, host, origin: "http://desk.example:4400" }],
  ["an encrypted front with the same host", { cookie, host, origin: "https://desk.example:4400" }],
  [
    "a proxy that tells the host it was asked for",
    {
      cookie,
      host: "127.0.0.1:4400",
      "x-forwarded-host": "desk.example",
      origin: "https://desk.example",
    },
  ],
  ["a program with a token and no origin", { host, authorization: "Bearer x" }],
  ["a program with neither cookie nor origin", { host }],
])("%s may change things", (_name, headers) => {
  expect(() => assertSameOrigin(headers)).not.toThrow();
});

test.each([
  ["another site", { cookie, host, origin: "https://evil.example" }],
  ["the same host on another port", { cookie, host, origin: "http://desk.example:9999" }],
  ["a sandboxed page", { cookie, host, origin: "null" }],
  ["a cookie without an origin", { cookie, host }],
  ["another site before anyone is signed in", { host, origin: "https://evil.example" }],
])("%s may not", (_name, headers) => {
  expect(() => assertSameOrigin(headers)).toThrow("another site");
});
