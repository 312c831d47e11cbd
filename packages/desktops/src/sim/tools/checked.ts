import { z } from "zod";

const Text = z.string();
const OptionalText = Text.optional();
const Flag = z.boolean();
const Whole = z.number();
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Scalars = z.array(Scalar);
const Texts = z.array(Text);

/** Arguments were checked against the tool's schema before; these give them their types. */
export const text = (value: unknown): string => Text.parse(value);
export const optionalText = (value: unknown): string | undefined => OptionalText.parse(value);
export const flag = (value: unknown): boolean => Flag.parse(value);
export const whole = (value: unknown): number => Whole.parse(value);
export const scalar = (value: unknown): z.infer<typeof Scalar> => Scalar.parse(value);
export const scalars = (value: unknown): z.infer<typeof Scalar>[] => Scalars.parse(value);
export const texts = (value: unknown): string[] => Texts.parse(value);

/** A count with its noun: `1 value`, `2 values`. */
export function counted(count: number, noun: string): string {
  const plural = noun.endsWith("ch") ? `${noun}es` : `${noun}s`;
  return `${COUNT.format(count)} ${count === 1 ? noun : plural}`;
}

const COUNT = new Intl.NumberFormat("en-US");
