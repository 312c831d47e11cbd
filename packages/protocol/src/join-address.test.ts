import { expect, test } from "vitest";
import { formatJoinAddress, parseFingerprint, parseJoinAddress } from "./join-address.ts";

const F = "ab".repeat(32);

test.each([
  [`https://10.0.0.5:4401#sha256:${F}`, { url: "https://10.0.0.5:4401", fingerprint: F }],
  ["http://127.0.0.1:4401", { url: "http://127.0.0.1:4401", fingerprint: null }],
  ["control:4501", { url: "http://control:4501", fingerprint: null }],
  [`control#sha256:${F}`, { url: "https://control:4401", fingerprint: F }],
  ["https://control/", { url: "https://control:4401", fingerprint: null }],
  ["https://control:443", { url: "https://control:443", fingerprint: null }],
  ["http://[::1]:4401", { url: "http://[::1]:4401", fingerprint: null }],
])("%s is read", (text, expected) => {
  expect(parseJoinAddress(text)).toEqual(expected);
});

test("what is written is read back", () => {
  const address = { url: "https://a:1", fingerprint: F };
  expect(parseJoinAddress(formatJoinAddress(address))).toEqual(address);
});

test("a fingerprint is read as openssl prints it", () => {
  expect(parseFingerprint(`AB:${"ab:".repeat(30)}AB`)).toBe(F);
});

test.each(["", "ftp://x", "http://", "https://a:4401/path", "https://a#sha256:12", `http://a#sha256:${F}`])(
  "%j is refused with an example of a right one",
  (text) => {
    expect(() => parseJoinAddress(text)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  },
);
