import { readFile } from "node:fs/promises";
import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { PROVIDER_CHOICES } from "./choose-desktops.ts";
import { writePrivateFile } from "./write-private-file.ts";

/** What a worker joined and how it was started, so that it can be started again without arguments. */
export const Joined = z.object({
  /** With the fingerprint of the certificate where there is one. */
  join: z.string(),
  token: z.string(),
  name: z.string().optional(),
  desktops: z.number().int(),
  warm: z.number().int(),
  image: z.string().optional(),
  provider: z.enum(PROVIDER_CHOICES),
  trainers: z.number().int(),
  labels: z.array(z.string()).optional(),
});
export type Joined = z.infer<typeof Joined>;

/** @returns null when this data folder has joined nothing. @throws AppError `conflict` when the file cannot be read */
export async function readJoined(path: string): Promise<Joined | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return Joined.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError("conflict", "The file that says what this worker has joined cannot be read.", {
      where: path,
      fix: "remove it and join again with --join ADDRESS --token TOKEN",
      cause,
    });
  }
}

/** Holds a token, so only this user may read it. */
export function writeJoined(path: string, joined: Joined): Promise<void> {
  return writePrivateFile(path, `${JSON.stringify(joined, null, 2)}\n`);
}
