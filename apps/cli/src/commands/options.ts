import { InvalidArgumentError, Option } from "commander";
import { PROVIDER_CHOICES } from "../system/choose-desktops.ts";

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
/** Where workers join. */
export const DEFAULT_WORKER_PORT = 4401;

/** `--provider`, the same everywhere. */
export function providerOption(): Option {
  return new Option(
    "--provider <name>",
    "kind of desktops; auto: real ones where a Docker engine answers, else simulated",
  )
    .choices(PROVIDER_CHOICES)
    .default("auto");
}
