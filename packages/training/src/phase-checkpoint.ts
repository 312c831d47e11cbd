import { createHash } from "node:crypto";
import { AppError, PhaseKind } from "@deskrl/domain";
import {
  decodeCheckpoint,
  encodeCheckpoint,
  type NetworkShape,
  Random,
  ScoreNetwork,
  type Weights,
  weightCount,
} from "@deskrl/learning";
import { z } from "zod";
import type { StoredState, TaskOrder } from "./learner-state.ts";
import type { PhaseContext, PhaseWork } from "./phases/phase-work.ts";
import { decodePool, type PoolRecord } from "./pool-records.ts";
import { resolveSettings } from "./settings.ts";
import type { CheckpointHeader, TrainerOptions } from "./types.ts";

const count = z.number().int().nonnegative();
const Header = z.object({
  format: z.literal("phase"),
  kind: PhaseKind,
  phaseId: z.string(),
  step: count,
  plannedSteps: count,
  policyVersion: count,
  dataCursor: count,
  optionsHash: z.string(),
  baseSeed: count,
  shape: z.object({ tableBits: count, width: count, hidden: count }),
  random: z.tuple([count, count, count, count]),
  adamStep: count,
  /** Not in checkpoints of earlier releases. */
  taskOrder: z.object({ seed: count, drawn: count }).nullable().optional(),
  saved: z.unknown(),
});

export interface OpenedCheckpoint {
  header: z.infer<typeof Header>;
  state: StoredState;
  pool: readonly PoolRecord[];
  saved: unknown;
}

/** Everything of a phase between two units. */
export function saveCheckpoint({ options, state, baseSeed }: PhaseContext, work: PhaseWork): Uint8Array {
  const { network, reference, adam, random, step, policyVersion, dataCursor, taskOrder } = state;
  const header: z.input<typeof Header> = {
    format: "phase",
    kind: options.kind,
    phaseId: options.phaseId,
    step,
    plannedSteps: work.plannedSteps,
    policyVersion,
    dataCursor,
    optionsHash: optionsHash(options),
    baseSeed,
    shape: network.shape,
    random: [...random.state],
    adamStep: adam.step,
    taskOrder,
    saved: work.save(),
  };
  const pool = work.pool();
  return encodeCheckpoint({
    header,
    arrays: {
      weights: network.weights,
      reference: reference.weights,
      m: adam.m,
      v: adam.v,
      ...(pool ? { pool } : {}),
    },
  });
}

/**
 * Reads a checkpoint whole and checks it.
 * @throws AppError `checkpoint_invalid` when it is cut, altered, or holds a policy of another shape than it says
 */
export function openCheckpoint(bytes: Uint8Array): OpenedCheckpoint {
  const { header: found, arrays } = decodeCheckpoint(bytes);
  const parsed = Header.safeParse(found);
  if (!parsed.success) throw invalid(`Its header is not that of a phase: ${z.prettifyError(parsed.error)}`);
  const header = parsed.data;
  const expected = weightCount(header.shape);
  const numbers = (name: string) => {
    const array = arrays[name];
    if (!(array instanceof Float32Array) || array.length !== expected) {
      throw invalid(
        `Its ${name} should be ${expected} numbers, as its shape says, and are ${array?.length ?? 0}.`,
      );
    }
    if (!array.every(Number.isFinite)) throw invalid(`Its ${name} are not all finite numbers.`);
    return array;
  };
  const state: StoredState = {
    network: new ScoreNetwork(header.shape, numbers("weights")),
    reference: new ScoreNetwork(header.shape, numbers("reference")),
    adam: { m: numbers("m"), v: numbers("v"), step: header.adamStep },
    random: new Random(header.random),
    step: header.step,
    policyVersion: header.policyVersion,
    dataCursor: header.dataCursor,
    taskOrder: taskOrderOf(header),
  };
  const pool = arrays.pool instanceof Uint8Array ? decodePool(arrays.pool) : [];
  return { header, state, pool, saved: header.saved ?? null };
}

/** In an earlier release an RL phase always drew from an order of its own. */
function taskOrderOf({ kind, taskOrder, baseSeed, dataCursor }: z.infer<typeof Header>): TaskOrder | null {
  if (taskOrder !== undefined) return taskOrder;
  return kind === "rl" ? { seed: baseSeed, drawn: dataCursor } : null;
}

/**
 * What a checkpoint says of itself; reading it checks the whole of it.
 * @throws AppError `checkpoint_invalid`
 */
export function readCheckpoint(bytes: Uint8Array): CheckpointHeader {
  const { header, state, pool } = openCheckpoint(bytes);
  const { kind, phaseId, step, plannedSteps, policyVersion, dataCursor } = header;
  return {
    kind,
    phaseId,
    step,
    plannedSteps,
    done: step >= plannedSteps,
    policyVersion,
    dataCursor,
    optionsHash: header.optionsHash,
    weights: state.network.weights.length,
    hasPool: pool.length > 0,
  };
}

/** A policy that a checkpoint holds, as `createEmbeddedPolicy` takes it. @throws AppError `checkpoint_invalid` */
export function readPolicy(bytes: Uint8Array): {
  weights: Weights;
  shape: NetworkShape;
  policyVersion: number;
} {
  const { network, policyVersion } = openCheckpoint(bytes).state;
  return { weights: network.weights, shape: network.shape, policyVersion };
}

/** Of what decides how a phase goes on: kind, settings, suite, action space and seed. */
export function optionsHash({ kind, settings, suite, actionSpace, seed }: TrainerOptions): string {
  const { values } = resolveSettings(kind, settings);
  const { seed: suiteSeed, trainTasks, heldOutTasks } = suite;
  const text = JSON.stringify([kind, values, suiteSeed, trainTasks, heldOutTasks, actionSpace, seed]);
  return createHash("sha256").update(text).digest("hex");
}

function invalid(message: string): AppError {
  return new AppError("checkpoint_invalid", message, {
    fix: "Go on from an earlier checkpoint of this phase.",
  });
}
