/** Step-level group statistics of StepGRPO. */
export interface GroupAdvantages {
  /** Advantage of each step, in the shape of the rewards. */
  advantages: number[][];
  mean: number;
  std: number;
  /** False when all steps of the group share one reward: it carries no signal and gives no gradient. */
  hasSpread: boolean;
  stepCount: number;
}

/**
 * A_ij = (r_ij − mean R) / std R with R the rewards of all steps of all G trajectories of one task
 * (ComputerRL, arXiv 2508.14040, StepGRPO). std is that of the population. std R = 0 gives A = 0.
 * @param rewards per trajectory, the reward of each of its steps
 */
export function groupAdvantages(rewards: readonly (readonly number[])[]): GroupAdvantages {
  const all = rewards.flat();
  const stepCount = all.length;
  if (stepCount === 0)
    return { advantages: rewards.map(() => []), mean: 0, std: 0, hasSpread: false, stepCount };
  const mean = all.reduce((sum, reward) => sum + reward, 0) / stepCount;
  const variance = all.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / stepCount;
  const hasSpread = all.some((reward) => reward !== all[0]);
  const std = hasSpread ? Math.sqrt(variance) : 0;
  return {
    advantages: rewards.map((steps) => steps.map((reward) => (hasSpread ? (reward - mean) / std : 0))),
    mean,
    std,
    hasSpread,
    stepCount,
  };
}
