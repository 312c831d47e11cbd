import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@deskrl/domain";
import type { TrainerJob } from "@deskrl/protocol";
import type { Trainer, TrainerYield } from "@deskrl/training";
import type { JobInputs } from "../trainer/job-inputs.ts";
import type { TrainingBackend } from "../trainer/training-backend.ts";

const WEIGHTS = 8;

interface State {
  step: number;
  random: number;
  weights: number[];
}

/** Whole numbers that look random: the same after the same. */
function nextRandom(state: State): number {
  state.random = (Math.imul(state.random, 1_664_525) + 1_013_904_223) >>> 0;
  return state.random;
}

function encode(state: State): Uint8Array {
  const text = JSON.stringify(state);
  return Buffer.from(`${createHash("sha256").update(text).digest("hex")}\n${text}`);
}

/** @throws AppError `checkpoint_invalid` for anything but the whole of what `encode` gave */
function decode(bytes: Uint8Array): State {
  const [hash, text = ""] = Buffer.from(bytes).toString().split("\n");
  const invalid = (what: string) => new AppError("checkpoint_invalid", what, { where: "test trainer" });
  if (createHash("sha256").update(text).digest("hex") !== hash)
    throw invalid("The checkpoint is cut short or changed.");
  const state: State = JSON.parse(text);
  if (state.weights.length !== WEIGHTS)
    throw invalid(`The policy has ${state.weights.length} weights, not ${WEIGHTS}.`);
  return state;
}

/** Faults happen in the first attempt only, unless told for how many. */
function fault(job: TrainerJob, step: number): string | null {
  const { fault: name, faultAt = 3, faultAttempts = 1 } = job.settings;
  const due = step === Number(faultAt) && job.attempt <= Number(faultAttempts);
  return due && typeof name === "string" ? name : null;
}

async function breakAt(job: TrainerJob, step: number): Promise<void> {
  switch (fault(job, step)) {
    case "die":
      process.exit(3);
      break;
    case "hang":
      await new Promise(() => setInterval(() => {}, 1_000));
      break;
    case "spin":
      for (;;) nextRandom({ step, random: 1, weights: [] });
    case "diverge":
      throw new AppError("trainer_diverged", `The gradient of step ${step} is NaN.`, {
        where: "policy/grad_norm",
      });
    case "garbage":
      process.stdout.write("Epoch 1/3, loss 0.4\n");
  }
}

function unitOf(job: TrainerJob, state: State, planned: number): TrainerYield {
  const { step } = state;
  const value = nextRandom(state) / 2 ** 32;
  state.weights = state.weights.map((weight, index) => weight + (index + 1) * (value - 0.5));
  const taskKey = typeof job.settings.task === "string" ? job.settings.task : "task-1";
  const members = [0, 1].map((member) => ({
    id: `ep_${createHash("sha256").update(`${job.phaseId}/${step}/${member}`).digest("hex").slice(0, 32)}`,
    ...{ taskKey, group: 0, member, iteration: step, policyVersion: step, seed: nextRandom(state) % 1_000 },
    split: "train" as const,
    verdict: member === 0 ? ("succeeded" as const) : ("failed" as const),
    cause: member === 0 ? null : ("evaluator_rejected" as const),
    reason: null,
    steps: [0, 1, 2].map((index) => ({
      code: `Agent.click(coordinate=[${nextRandom(state) % 1280}, ${index}])`,
      outcome: "ok" as const,
      result: "",
      reward: 1 - member,
      ...{ logProb: -value, entropy: value, candidates: 4, chosen: index, api: false },
    })),
  }));
  const group = { iteration: step, index: 0, taskKey, size: 2, state: "trained" as const, reason: null };
  state.step += 1;
  return {
    ...{ step: state.step, plannedSteps: planned, policyVersion: state.step, dataCursor: 6 * state.step },
    metrics: {
      "policy/entropy": fault(job, step) === "nan" ? Number.NaN : value,
      "reward/mean": 0.5,
    },
    episodes: members,
    groups: [{ ...group, rewardMean: 0.5, rewardStd: 0.5, succeeded: 1, invalid: 0, retries: 0 }],
    done: state.step >= planned,
    pauseReason: fault(job, step) === "invalid" ? "invalid_fraction" : null,
    poolReport: null,
    evaluation: null,
  };
}

/** A tiny trainer that learns nothing, deterministic, with the faults that its settings name. */
export const testBackend: TrainingBackend = {
  async create(job: TrainerJob, { previous, resume }: JobInputs): Promise<Trainer> {
    const planned = Number(job.settings.updates ?? 8);
    const start = previous ? decode(previous) : { weights: Array<number>(WEIGHTS).fill(0) };
    const state = resume ? decode(resume) : { step: 0, random: job.seed + 1, weights: start.weights };
    const { step } = state;
    const restored = {
      step,
      optimiser: true,
      reference: true,
      random: true,
      dataCursor: 6 * step,
      policyVersion: step,
    };
    return {
      kind: job.kind,
      get step() {
        return state.step;
      },
      get policyVersion() {
        return state.step;
      },
      get done() {
        return state.step >= planned;
      },
      plannedSteps: planned,
      restored: resume ? restored : null,
      async next({ onProgress } = {}) {
        if (state.step >= planned) return null;
        onProgress?.({ done: 0, total: 2, what: "episodes" });
        await sleep(Number(job.settings.unitMs ?? 1));
        await breakAt(job, state.step);
        return unitOf(job, state, planned);
      },
      checkpoint: () => encode(fault(job, state.step) === "shape" ? { ...state, weights: [1, 2, 3] } : state),
      pool: () => (job.kind === "rl" ? Buffer.from(`pool of ${state.step} steps`) : null),
    };
  },
  async verify(bytes) {
    decode(bytes);
  },
};
