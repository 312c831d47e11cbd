import { fileURLToPath } from "node:url";
import type { TrainerProgram } from "./trainer-process.ts";

/** Young objects die in their thousands at every step; a larger nursery saves most of the collector's work. */
const MEMORY = ["--max-semi-space-size=64"];

/** A TypeScript file of ours as a program. */
export function trainerProgram(path: string, args: readonly string[] = []): TrainerProgram {
  return {
    command: process.execPath,
    args: [...MEMORY, "--import", import.meta.resolve("tsx"), path, ...args],
  };
}

/** The trainer of the embedded policy. */
export function embeddedTrainer(): TrainerProgram {
  return trainerProgram(fileURLToPath(new URL("../trainer-main.ts", import.meta.url)));
}
