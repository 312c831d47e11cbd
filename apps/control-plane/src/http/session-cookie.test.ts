import { expect, test } from "vitest";
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

test("the token is read back among other cookies", () => {
  const written = writeSessionCookie({ token: "abc=", expiresAt: new Date(0), secure: false });
  const pair = written.split(";")[0];
  expect(readSessionCookie({ cookie: `theme=dark; ${pair}; x=1` })).toBe("abc=");
});

test("no cookie, another cookie and a cleared cookie are no token", () => {
  expect(readSessionCookie({})).toBeNull();
  expect(readSessionCookie({ cookie: "not_deskrl_session=abc" })).toBeNull();
  expect(readSessionCookie({ cookie: clearSessionCookie().split(";")[0] ?? "" })).toBeNull();
});

test("scripts and other sites' forms do not get it, and TLS keeps it to TLS", () => {
  const written = writeSessionCookie({ token: "abc", expiresAt: new Date(0), secure: true });
  expect(written).toContain("HttpOnly");
  expect(written).toContain("SameSite=Lax");
  expect(written).toContain("Secure");
});
