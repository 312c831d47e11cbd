import { fileURLToPath } from "node:url";
import type { TrainerProgram } from "../training/trainer-process.ts";
import { trainerProgram } from "../training/trainer-program.ts";

/** The tiny trainer of the tests as a process of its own. */
export function testTrainer(...args: string[]): TrainerProgram {
  return trainerProgram(fileURLToPath(new URL("./test-trainer-main.ts", import.meta.url)), args);
}
