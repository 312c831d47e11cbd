import { AppError } from "@deskrl/domain";
import { Random } from "@deskrl/learning";
import { beginState, freshNetwork, goOn, type LearnerState, type TaskOrder } from "./learner-state.ts";
import { type OpenedCheckpoint, openCheckpoint, optionsHash, saveCheckpoint } from "./phase-checkpoint.ts";
import { cloneDemonstrations } from "./phases/bc.ts";
import { pulse } from "./phases/entropulse.ts";
import { evaluate } from "./phases/evaluate.ts";
import type { PhaseContext, PhaseWork, UnitOptions } from "./phases/phase-work.ts";
import { reinforce } from "./phases/rl.ts";
import { decodePool, type PoolRecord } from "./pool-records.ts";
import { seedOf } from "./rollout/seeds.ts";
import { openSuite } from "./rollout/suite.ts";
import { resolveSettings } from "./settings.ts";
import type { Restored, Trainer, TrainerOptions, TrainerYield } from "./types.ts";

/**
 * A trainer at the beginning of a phase.
 * @throws AppError `invalid_input` for settings or a start that do not fit, `checkpoint_invalid` for broken bytes
 */
export async function createTrainer(options: TrainerOptions): Promise<Trainer> {
  const opened = options.start === null ? null : openCheckpoint(options.start);
  const keeps = opened !== null && options.startFrom.weights === "previous";
  const network = keeps ? opened.state.network : freshNetwork(options.seed, options.shape);
  const policyVersion = options.policyVersion ?? opened?.state.policyVersion ?? 0;
  const baseSeed = baseSeedOf(options, policyVersion);
  const state = beginState({
    network,
    reference: keeps && options.startFrom.reference === "previous" ? opened.state.reference : null,
    adam: keeps && options.startFrom.optimiser === "previous" ? opened.state.adam : null,
    random: Random.fromSeed(seedOf(baseSeed, "updates")),
    policyVersion,
    taskOrder: taskOrderOf(options, opened, baseSeed),
  });
  const pool = options.kind === "entropulse" ? poolOf(options, opened) : [];
  return makeTrainer(options, { state, pool, saved: null, baseSeed, restored: null });
}

/**
 * A trainer that goes on from a checkpoint of its own phase as if it had never stopped.
 * @param options those that the phase was made with; `start` and `pools` are not needed, the checkpoint has them
 * @throws AppError `checkpoint_invalid` for broken bytes, `invalid_input` for a checkpoint of something else
 */
export async function resumeTrainer(checkpoint: Uint8Array, options: TrainerOptions): Promise<Trainer> {
  const { state: stored, header, pool, saved } = openCheckpoint(checkpoint);
  if (header.optionsHash !== optionsHash(options)) {
    throw new AppError(
      "invalid_input",
      "The checkpoint was made with other options than it is to go on with.",
      {
        where: `phase ${options.phaseId}, checkpoint of phase ${header.phaseId} (${header.kind})`,
        fix: "Resume with the kind, settings, suite, action space and seed of the phase.",
      },
    );
  }
  const state = goOn(stored);
  const { step, dataCursor, policyVersion } = state;
  const restored: Restored = {
    step,
    optimiser: true,
    reference: true,
    random: true,
    dataCursor,
    policyVersion,
  };
  return makeTrainer(options, { state, pool, saved, baseSeed: header.baseSeed, restored });
}

function baseSeedOf({ seed, kind }: TrainerOptions, policyVersion: number): number {
  // Not the phase's id: a run with the same seed does the same, whatever its phases are called.
  return seedOf(seed, kind, policyVersion);
}

/** An RL phase draws its tasks in an order of its own, or goes on in the last one's; other kinds hand that on. */
function taskOrderOf(
  { kind, startFrom }: TrainerOptions,
  opened: OpenedCheckpoint | null,
  baseSeed: number,
): TaskOrder | null {
  const before = opened?.state.taskOrder ?? null;
  if (kind !== "rl") return before;
  return (startFrom.data === "previous" ? before : null) ?? { seed: baseSeed, drawn: 0 };
}

function poolOf({ pools }: TrainerOptions, opened: OpenedCheckpoint | null): readonly PoolRecord[] {
  return pools.length > 0 ? pools.flatMap((bytes) => decodePool(bytes)) : (opened?.pool ?? []);
}

interface Parts {
  state: LearnerState;
  pool: readonly PoolRecord[];
  saved: unknown;
  baseSeed: number;
  restored: Restored | null;
}

async function makeTrainer(
  options: TrainerOptions,
  { state, pool, saved, baseSeed, restored }: Parts,
): Promise<Trainer> {
  const context: PhaseContext = {
    options,
    settings: resolveSettings(options.kind, options.settings),
    suite: openSuite(options.suite),
    state,
    baseSeed,
    now: options.now ?? (() => performance.now()),
  };
  const work = await workOf(context, pool, saved);
  return {
    kind: options.kind,
    get step() {
      return state.step;
    },
    get policyVersion() {
      return state.policyVersion;
    },
    get done() {
      return state.step >= work.plannedSteps;
    },
    plannedSteps: work.plannedSteps,
    restored,
    next: (unit = {}) => nextUnit(context, work, unit),
    checkpoint: () => saveCheckpoint(context, work),
    pool: () => (options.kind === "rl" ? work.pool() : null),
  };
}

async function workOf(
  context: PhaseContext,
  pool: readonly PoolRecord[],
  saved: unknown,
): Promise<PhaseWork> {
  switch (context.options.kind) {
    case "bc":
      return cloneDemonstrations(context);
    case "rl":
      return reinforce(context, pool);
    case "entropulse":
      return pulse(context, pool);
    case "eval":
      return evaluate(context, saved);
  }
}

async function nextUnit(
  context: PhaseContext,
  work: PhaseWork,
  options: UnitOptions,
): Promise<TrainerYield | null> {
  const { state } = context;
  if (state.step >= work.plannedSteps) return null;
  const result = await work.unit(options);
  state.step += 1;
  return {
    step: state.step,
    plannedSteps: work.plannedSteps,
    policyVersion: state.policyVersion,
    dataCursor: state.dataCursor,
    done: state.step >= work.plannedSteps,
    pauseReason: null,
    poolReport: null,
    evaluation: null,
    ...result,
  };
}
