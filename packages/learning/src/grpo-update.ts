import { groupAdvantages } from "./advantage.ts";
import type { Decision } from "./decision.ts";
import { type Optimiser, stepDown } from "./optimiser.ts";
import type { Random } from "./random.ts";
import type { ScoreNetwork } from "./score-network.ts";
import { softmax } from "./softmax.ts";
import { type StepGrpoOptions, stepGrpoTerm } from "./step-grpo.ts";

/** A step that was acted, as the update needs it. */
export interface ActedStep {
  decision: Decision;
  chosen: number;
  /** Under the policy that acted, at the temperature it acted with. */
  oldLogProb: number;
  reward: number;
}

/** Steps of the episodes of one task in one iteration. */
export type ActedGroup = readonly (readonly ActedStep[])[];

export interface GrpoUpdateOptions extends StepGrpoOptions {
  learningRate: number;
  gradNorm: number;
  minibatches: number;
  /** Passes over the batch. */
  epochs: number;
  temperature: number;
}

export interface GrpoReport {
  /** Advantages in the shape of the groups; all 0 in a group without spread. */
  advantages: number[][][];
  groupsWithSpread: number;
  trainedSteps: number;
  /** Negative objective, mean of the minibatches; null when there was nothing to train on, as all below. */
  loss: number | null;
  gradNorm: number | null;
  clipFraction: number | null;
  /** Mean of old minus new log-probability of the actions taken. */
  approxKl: number | null;
  /** Mean exact KL to the reference over the trained steps. */
  klReference: number | null;
  advantageMean: number | null;
  advantageStd: number | null;
}

interface Sample extends ActedStep {
  advantage: number;
  /** 1/ΣL_i of its group, over the number of groups with spread. */
  weight: number;
}

/**
 * One update of StepGRPO (ComputerRL, arXiv 2508.14040) from whole groups. A group without spread gives no gradient at
 * all, not even of the KL term: Adam would scale that up to steps of full size.
 * @throws AppError `trainer_diverged`; weights and optimiser are then as they were before the minibatch it happened in
 */
export function stepGrpoUpdate(
  parts: Optimiser & { reference: ScoreNetwork | null; random: Random },
  groups: readonly ActedGroup[],
  options: GrpoUpdateOptions,
): GrpoReport {
  const { advantages, samples, groupsWithSpread } = weigh(groups);
  const empty = { loss: null, gradNorm: null, clipFraction: null, approxKl: null, klReference: null };
  const counts = { advantages, groupsWithSpread, trainedSteps: samples.length };
  if (samples.length === 0) return { ...counts, ...empty, advantageMean: null, advantageStd: null };
  const sums = { loss: 0, norm: 0, clipped: 0, drift: 0, kl: 0, batches: 0, terms: 0 };
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    parts.random.shuffle(samples);
    for (const batch of split(samples, options.minibatches)) minibatch(parts, batch, { options, sums });
  }
  return {
    ...counts,
    loss: sums.loss / sums.batches,
    gradNorm: sums.norm / sums.batches,
    clipFraction: sums.clipped / sums.terms,
    approxKl: sums.drift / sums.terms,
    klReference: parts.reference ? sums.kl / sums.terms : null,
    ...spreadOf(samples),
  };
}

function weigh(groups: readonly ActedGroup[]) {
  const statistics = groups.map((group) =>
    groupAdvantages(group.map((steps) => steps.map(({ reward }) => reward))),
  );
  const groupsWithSpread = statistics.filter(({ hasSpread }) => hasSpread).length;
  const samples: Sample[] = [];
  groups.forEach((group, g) => {
    const statistic = statistics[g];
    if (!statistic?.hasSpread) return;
    const weight = 1 / (statistic.stepCount * groupsWithSpread);
    group.forEach((steps, i) => {
      steps.forEach((step, j) => {
        samples.push({ ...step, advantage: statistic.advantages[i]?.[j] ?? 0, weight });
      });
    });
  });
  return { advantages: statistics.map((statistic) => statistic.advantages), samples, groupsWithSpread };
}

/** In parts of nearly equal size, none empty. */
function split<T>(items: readonly T[], parts: number): T[][] {
  const count = Math.min(parts, items.length);
  return Array.from({ length: count }, (_, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  );
}

function minibatch(
  { network, reference, adam, gradient }: Parameters<typeof stepGrpoUpdate>[0],
  batch: readonly Sample[],
  {
    options,
    sums,
  }: {
    options: GrpoUpdateOptions;
    sums: {
      loss: number;
      norm: number;
      clipped: number;
      drift: number;
      kl: number;
      batches: number;
      terms: number;
    };
  },
): void {
  const { temperature } = options;
  // The batch stands for all samples: its weights are scaled so that they sum up as all of them do.
  const share = 1 / batch.reduce((sum, { weight }) => sum + weight, 0);
  let loss = 0;
  for (const { decision, chosen, oldLogProb, advantage, weight } of batch) {
    const activations = network.forward(decision);
    const policy = softmax(activations.scores, temperature);
    const term = stepGrpoTerm(policy, {
      chosen,
      oldLogProb,
      advantage,
      weight: (weight * share) / temperature,
      reference: reference ? softmax(reference.forward(decision).scores, temperature) : null,
      clip: options.clip,
      klCoefficient: options.klCoefficient,
    });
    loss -= weight * share * term.objective;
    if (term.clipped) sums.clipped++;
    sums.drift += oldLogProb - (policy.logProbs[chosen] ?? 0);
    sums.kl += term.kl;
    sums.terms++;
    network.backward(decision, activations, term.scoreGradient, gradient);
  }
  const optimiser: Optimiser = { network, adam, gradient };
  sums.norm += stepDown(optimiser, { loss, learningRate: options.learningRate, gradNorm: options.gradNorm });
  sums.loss += loss;
  sums.batches++;
}

function spreadOf(samples: readonly Sample[]): { advantageMean: number; advantageStd: number } {
  const mean = samples.reduce((sum, { advantage }) => sum + advantage, 0) / samples.length;
  const variance = samples.reduce((sum, { advantage }) => sum + (advantage - mean) ** 2, 0) / samples.length;
  return { advantageMean: mean, advantageStd: Math.sqrt(variance) };
}
