import { readFile, rm } from "node:fs/promises";
import { AppError } from "@deskrl/domain";
import { z } from "zod";

const FirstAdmin = z.object({ name: z.string(), password: z.string() });

/** Reads and removes the note the control plane left when it made the first admin: the password is told once. */
export async function readFirstAdmin(file: string): Promise<{ name: string; password: string } | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const admin = FirstAdmin.parse(JSON.parse(text));
  await rm(file, { force: true });
  return admin;
}

/** @throws AppError `unauthenticated` when the control plane left no such token */
export async function readToken(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text?.trim()) return text.trim();
  throw new AppError("unauthenticated", "This machine holds no token for the control plane", {
    where: file,
    fix: "start the system here once with npm start, or pass --token",
  });
}
