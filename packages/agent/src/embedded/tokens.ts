import { hashToken } from "@deskrl/learning";
import { BoundedCache } from "./bounded-cache.ts";

const known = new BoundedCache<string, number>(50_000);

/** The hash of a feature's name. */
export function token(name: string): number {
  return known.get(name, () => hashToken(name));
}

/** A feature made of another and a small number, without making a text of them. */
export function withNumber(base: number, value: number): number {
  let h = Math.imul(base ^ Math.imul(value + 1, 0x9e3779b1), 0x85ebca6b);
  h ^= h >>> 13;
  return Math.imul(h, 0xc2b2ae35) >>> 0;
}
