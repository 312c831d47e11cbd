/** What is measured: every canonical metric with its unit, meaning and direction. */
export interface MetricSpec {
  name: string;
  label: string;
  unit: "nats" | "share" | "steps" | "per minute" | "per second" | "versions" | "1";
  meaning: string;
  /** Which way is good; `none` when neither is. */
  direction: "up" | "down" | "none";
}

const metric = (
  name: string,
  label: string,
  unit: MetricSpec["unit"],
  direction: MetricSpec["direction"],
  meaning: string,
): MetricSpec => ({ name, label, unit, direction, meaning });

/** The canonical metrics (`group/name`). Names of other trainers are mapped to these where they come in. */
export const METRICS: readonly MetricSpec[] = [
  metric(
    "policy/entropy",
    "Policy entropy",
    "nats",
    "none",
    "Mean entropy of the policy over the decisions it took; ln of the number of candidates is uniform, 0 is certain.",
  ),
  metric(
    "policy/kl_ref",
    "KL to reference",
    "nats",
    "none",
    "Mean KL divergence from the policy to the reference of its phase.",
  ),
  metric(
    "policy/approx_kl",
    "KL old to new",
    "nats",
    "none",
    "Mean of old minus new log-probability of the actions taken, over the updates of one iteration.",
  ),
  metric(
    "policy/clip_fraction",
    "Clip fraction",
    "share",
    "none",
    "Share of trained steps whose ratio was clipped.",
  ),
  metric(
    "policy/grad_norm",
    "Gradient norm",
    "1",
    "none",
    "Norm of the gradient before clipping, mean of the minibatches.",
  ),
  metric(
    "policy/loss",
    "Loss",
    "1",
    "down",
    "What the optimiser minimises: the negative objective of the phase.",
  ),
  metric(
    "reward/mean",
    "Reward",
    "1",
    "up",
    "Mean step reward of the judged episodes of an iteration; invalid ones have none.",
  ),
  metric("success/rate", "Success, train", "share", "up", "Share of judged episodes that succeeded."),
  metric(
    "success/rate_heldout",
    "Success, held-out",
    "share",
    "up",
    "Share of held-out episodes (new parameters) that succeeded; never trained on.",
  ),
  metric("advantage/mean", "Advantage mean", "1", "none", "Mean advantage of the trained steps."),
  metric(
    "advantage/std",
    "Advantage spread",
    "1",
    "none",
    "Standard deviation of the advantages of the trained steps.",
  ),
  metric(
    "group/no_spread_fraction",
    "Groups without spread",
    "share",
    "down",
    "Share of groups whose steps all have one reward: they teach nothing.",
  ),
  metric(
    "group/dropped",
    "Groups dropped",
    "1",
    "down",
    "Groups given up because the machinery broke too many of their episodes.",
  ),
  metric("episode/steps_mean", "Steps per episode", "steps", "none", "Mean steps of the judged episodes."),
  metric(
    "episode/invalid_fraction",
    "Invalid episodes",
    "share",
    "down",
    "Share of episodes that the machinery broke; they enter no group.",
  ),
  metric(
    "action/api_share",
    "API share",
    "share",
    "none",
    "Share of steps that call an application's API instead of mouse and keyboard.",
  ),
  metric("action/error_fraction", "Action errors", "share", "down", "Share of steps answered with an error."),
  metric(
    "rollout/policy_lag_mean",
    "Policy lag",
    "versions",
    "down",
    "How many versions old the acting policy was when its episodes were trained on.",
  ),
  metric(
    "perf/trajectories_per_minute",
    "Trajectories a minute",
    "per minute",
    "up",
    "Judged episodes a minute of the trainer's own time.",
  ),
  metric(
    "perf/steps_per_second",
    "Steps a second",
    "per second",
    "up",
    "Steps acted a second of the trainer's own time.",
  ),
];

const byName = new Map(METRICS.map((spec) => [spec.name, spec]));

/** The catalog's entry, or null for a name it does not know. */
export function metricSpec(name: string): MetricSpec | null {
  return byName.get(name) ?? null;
}
