import { z } from "zod";

/** Arguments were checked against the tool's schema before; these give them their types. */
export const text = (value: unknown): string => z.string().parse(value);
export const optionalText = (value: unknown): string | undefined => z.string().optional().parse(value);
export const flag = (value: unknown): boolean => z.boolean().parse(value);
export const whole = (value: unknown): number => z.number().parse(value);
export const scalar = (value: unknown): string | number | boolean | null =>
  z.union([z.string(), z.number(), z.boolean(), z.null()]).parse(value);
export const scalars = (value: unknown) =>
  z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).parse(value);
export const texts = (value: unknown): string[] => z.array(z.string()).parse(value);

/** A count with its noun: `1 value`, `2 values`. */
export function counted(count: number, noun: string): string {
  const plural = noun.endsWith("ch") ? `${noun}es` : `${noun}s`;
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;
}
