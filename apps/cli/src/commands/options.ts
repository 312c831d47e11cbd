import { InvalidArgumentError } from "commander";

/** A commander parser for whole numbers in a range. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}, received "${text}".`);
    }
    return value;
  };
}

export const DEFAULT_PORT = 4400;
