import { createTrainer, readPolicy } from "@deskrl/training";
import { EXPERIMENT } from "@deskrl/training/experiment";

export type LearntPolicy = ReturnType<typeof readPolicy>;

/** Behaviour cloning and one RL phase on simulated desktops, as in the other benches of learning. */
export async function trainOnSim(options: {
  seed: number;
  signal: AbortSignal;
  log: (line: string) => void;
}): Promise<LearntPolicy> {
  const { seed, signal, log } = options;
  let checkpoint: Uint8Array | null = null;
  for (const kind of ["bc", "rl"] as const) {
    const trainer = await createTrainer({
      kind,
      phaseId: `ph_${kind}`,
      settings: EXPERIMENT[kind],
      suite: { seed, trainTasks: 300, heldOutTasks: 240 },
      actionSpace: "api-gui",
      seed,
      start: checkpoint,
      startFrom: { weights: "previous", optimiser: "fresh", reference: "fresh" },
      pools: [],
      invalidLimit: 0,
    });
    for (let unit = await trainer.next({ signal }); unit !== null; unit = await trainer.next({ signal })) {
      if (unit.step % 20 === 0) log(`  ${kind}: ${unit.step} of ${trainer.plannedSteps}`);
    }
    checkpoint = trainer.checkpoint();
  }
  if (checkpoint === null) throw new Error("there is no phase to train in");
  return readPolicy(checkpoint);
}
