import { expect, test } from "vitest";
import { createPortAllocator } from "./ports.ts";

test("no port is given out twice while it is held", () => {
  const ports = createPortAllocator({ from: 21_000, to: 21_099 });
  const leased = Array.from({ length: 100 }, () => ports.lease());
  expect(new Set(leased).size).toBe(100);
});

test("when every port is out the message says which range and what to do", () => {
  const ports = createPortAllocator({ from: 21_000, to: 21_000 });
  ports.lease();
  expect(() => ports.lease()).toThrow(
    expect.objectContaining({ code: "no_capacity", where: "ports 21000–21000" }),
  );
});

test("a released port can be had again, but the others come first", () => {
  const ports = createPortAllocator({ from: 21_000, to: 21_002 });
  const first = ports.lease();
  ports.release(first);
  expect([ports.lease(), ports.lease(), ports.lease()]).toEqual([21_001, 21_002, 21_000]);
});

test("a port that someone else holds is not offered again until a minute has passed", () => {
  let now = 0;
  const ports = createPortAllocator({ from: 21_000, to: 21_001 }, { clock: () => now });
  ports.quarantine(ports.lease());
  expect(ports.lease()).toBe(21_001);
  expect(() => ports.lease()).toThrow();
  now = 60_000;
  expect(ports.lease()).toBe(21_000);
});

test("a port of an adopted container is not given out", () => {
  const ports = createPortAllocator({ from: 21_000, to: 21_001 });
  ports.claim(21_000);
  expect(ports.lease()).toBe(21_001);
});
