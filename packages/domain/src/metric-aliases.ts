import { METRICS } from "./metrics.ts";

/** Trainers whose names are known. */
export const METRIC_SOURCES = ["verl", "trl", "openrlhf", "slime", "prime-rl", "areal", "skyrl"] as const;
export type MetricSource = (typeof METRIC_SOURCES)[number];

/**
 * What each trainer calls our canonical metrics. Only names that mean the same are here: an `entropy_loss` has another
 * sign or scale in one trainer than in the next, so it keeps its own name. No source has two names for one metric, since
 * points of both would replace each other.
 */
export const METRIC_ALIASES: Readonly<Record<MetricSource, Readonly<Record<string, string>>>> = {
  verl: {
    "actor/entropy": "policy/entropy",
    "critic/rewards/mean": "reward/mean",
    "actor/kl_loss": "policy/kl_ref",
    "actor/ppo_kl": "policy/approx_kl",
    "actor/pg_clipfrac": "policy/clip_fraction",
    "actor/pg_loss": "policy/loss",
    "actor/grad_norm": "policy/grad_norm",
    "num_turns/mean": "episode/steps_mean",
  },
  trl: {
    entropy: "policy/entropy",
    reward: "reward/mean",
    kl: "policy/kl_ref",
    "clip_ratio/region_mean": "policy/clip_fraction",
    loss: "policy/loss",
    grad_norm: "policy/grad_norm",
    frac_reward_zero_std: "group/no_spread_fraction",
    "tools/failure_frequency": "action/error_fraction",
  },
  openrlhf: {
    reward: "reward/mean",
    kl: "policy/kl_ref",
    ppo_kl: "policy/approx_kl",
    ppo_clip_ratio: "policy/clip_fraction",
    policy_loss: "policy/loss",
    actor_grad_norm: "policy/grad_norm",
  },
  slime: {
    "rollout/entropy": "policy/entropy",
    "rollout/raw_reward": "reward/mean",
    "train/kl_loss": "policy/kl_ref",
    "train/ppo_kl": "policy/approx_kl",
    "train/pg_clipfrac": "policy/clip_fraction",
    "train/pg_loss": "policy/loss",
    "train/grad_norm": "policy/grad_norm",
  },
  "prime-rl": {
    "entropy/all/mean": "policy/entropy",
    "reward/all/mean": "reward/mean",
    "loss/mean": "policy/loss",
    "optim/grad_norm": "policy/grad_norm",
    "num_turns/all/mean": "episode/steps_mean",
  },
  areal: {
    "ppo_actor/update/entropy/avg": "policy/entropy",
    "rollout/reward": "reward/mean",
    "ppo_actor/update/approx_kl/avg": "policy/approx_kl",
    "ppo_actor/update/clip_ratio/avg": "policy/clip_fraction",
    "ppo_actor/update/actor_loss/avg": "policy/loss",
  },
  skyrl: {
    "policy/policy_entropy": "policy/entropy",
    "reward/avg_raw_reward": "reward/mean",
    "policy/policy_kl": "policy/kl_ref",
    "policy/loss_metrics/clip_ratio": "policy/clip_fraction",
    "policy/policy_loss": "policy/loss",
    "generate/avg_num_turns": "episode/steps_mean",
    "async/staleness_mean": "rollout/policy_lag_mean",
  },
};

const canonical = new Set(METRICS.map((spec) => spec.name));

/** The union of all sources; they agree wherever two share a name, which a test holds them to. */
const anySource = new Map(METRIC_SOURCES.flatMap((source) => Object.entries(METRIC_ALIASES[source])));

/**
 * The canonical name of a metric.
 * @param source the trainer it comes from; without one, a name of any of them is understood
 * @returns null for a name that is neither canonical nor known of that source
 */
export function canonicalMetric(name: string, source?: MetricSource): string | null {
  if (canonical.has(name)) return name;
  const aliases = source ? METRIC_ALIASES[source] : null;
  if (aliases) return Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null;
  return anySource.get(name) ?? null;
}
