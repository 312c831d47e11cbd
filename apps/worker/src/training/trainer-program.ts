import { fileURLToPath } from "node:url";
import type { TrainerProgram } from "./trainer-process.ts";

/** A TypeScript file of ours as a program. */
export function trainerProgram(path: string, args: readonly string[] = []): TrainerProgram {
  return { command: process.execPath, args: ["--import", import.meta.resolve("tsx"), path, ...args] };
}

/** The trainer of the embedded policy. */
export function embeddedTrainer(): TrainerProgram {
  return trainerProgram(fileURLToPath(new URL("../trainer-main.ts", import.meta.url)));
}
