import type { PhaseKind, PhaseSettings } from "@deskrl/domain";
import { createTrainer } from "../create-trainer.ts";
import type { Trainer, TrainerOptions, TrainerYield } from "../types.ts";

/** Settings small enough that a phase takes a moment. */
export const TINY: Readonly<Record<PhaseKind, PhaseSettings>> = {
  bc: { demonstrations: 8, epochs: 2, chunkBatches: 1, probeTasks: 2, evaluateTasks: 2 },
  rl: { updates: 4, tasks: 3, groupSize: 3, minibatches: 2, evaluateEvery: 3, evaluateTasks: 2 },
  entropulse: { perTask: 2, epochs: 2, batch: 48, chunkBatches: 1, probeTasks: 2, evaluateTasks: 2 },
  eval: { tasksPerSplit: 3, chunkTasks: 2 },
};

export function tinyOptions(kind: PhaseKind, given: Partial<TrainerOptions> = {}): TrainerOptions {
  return {
    kind,
    phaseId: `ph_${kind}`,
    settings: TINY[kind],
    suite: { seed: 5, trainTasks: 36, heldOutTasks: 8 },
    actionSpace: "api-gui",
    seed: 3,
    start: null,
    startFrom: { weights: "previous", optimiser: "fresh", reference: "fresh" },
    pools: [],
    invalidLimit: 0.5,
    shape: { tableBits: 12, width: 4, hidden: 4 },
    // A clock that stands still, so that the perf metrics of two runs are equal too.
    now: () => 0,
    ...given,
  };
}

/** Does all that is left of a phase. */
export async function finish(trainer: Trainer): Promise<TrainerYield[]> {
  const yields: TrainerYield[] = [];
  for (let unit = await trainer.next(); unit !== null; unit = await trainer.next()) yields.push(unit);
  return yields;
}

/** The checkpoint that a finished tiny phase ends with. */
export async function trained(kind: PhaseKind, given: Partial<TrainerOptions> = {}): Promise<Uint8Array> {
  const trainer = await createTrainer(tinyOptions(kind, given));
  await finish(trainer);
  return trainer.checkpoint();
}
