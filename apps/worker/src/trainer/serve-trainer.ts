import type { Readable } from "node:stream";
import { AppError } from "@deskrl/domain";
import type { TrainerMessage } from "@deskrl/protocol";
import type { TrainerProgress } from "@deskrl/training";
import { CommandInbox } from "./command-inbox.ts";
import { readInputs } from "./job-inputs.ts";
import { TrainerSession } from "./trainer-session.ts";
import type { TrainingBackend } from "./training-backend.ts";

export interface ServeTrainerOptions {
  input: Readable;
  /** Writes one line. */
  write: (line: string) => void;
  log: (line: string) => void;
  backend: TrainingBackend;
  clock?: () => number;
  /** Time between two checkpoints that nobody asked for. */
  checkpointEveryMs?: number;
}

const PROGRESS_EVERY_MS = 1_000;

function atMostEachSecond(clock: () => number, say: (message: TrainerMessage) => void) {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (progress: TrainerProgress) => {
    if (clock() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = clock();
    say({ type: "progress", ...progress });
  };
}

/** Carries out one job that comes on the input, in the trainer protocol; resolves when there is nothing more to say. */
export async function serveTrainer(options: ServeTrainerOptions): Promise<void> {
  const { input, write, log, backend, clock = Date.now, checkpointEveryMs = 60_000 } = options;
  const inbox = new CommandInbox(input, (line) =>
    log(`a command that cannot be read: ${line.slice(0, 200)}`),
  );
  const say = (message: TrainerMessage) => write(JSON.stringify(message));
  const job = await inbox.job;
  if (!job) return;
  try {
    const inputs = await readInputs(job);
    const trainer = await backend.create(job, inputs, atMostEachSecond(clock, say));
    const verify = (bytes: Uint8Array) => backend.verify(bytes, job, inputs);
    const session = new TrainerSession({ inbox, trainer, job, say, verify, clock, checkpointEveryMs });
    await session.run();
  } catch (error) {
    const { code, message, where, fix } = AppError.from(error);
    if (error instanceof Error && error.stack) log(error.stack);
    say({
      type: "failed",
      code: code === "internal" ? "trainer_failed" : code,
      message: code === "internal" && error instanceof Error ? error.message : message,
      ...(where === undefined ? {} : { where }),
      ...(fix === undefined ? {} : { fix }),
    });
  }
}
