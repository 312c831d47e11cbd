import type { PlayedEpisode } from "../types.ts";

/** Metrics that episodes alone give, under their canonical names; those without a value are left out. */
export function episodeMetrics(episodes: readonly PlayedEpisode[]): Record<string, number> {
  const judged = episodes.filter(({ verdict }) => verdict !== "invalid");
  const steps = judged.flatMap((episode) => episode.steps);
  const metrics: Record<string, number> = {};
  if (episodes.length > 0) {
    metrics["episode/invalid_fraction"] = (episodes.length - judged.length) / episodes.length;
  }
  if (judged.length > 0) {
    metrics["success/rate"] = share(judged, ({ verdict }) => verdict === "succeeded");
    metrics["episode/steps_mean"] = steps.length / judged.length;
  }
  if (steps.length > 0) {
    metrics["policy/entropy"] = mean(steps.map(({ entropy }) => entropy));
    metrics["reward/mean"] = mean(steps.map(({ reward }) => reward ?? 0));
    metrics["action/api_share"] = share(steps, ({ api }) => api);
    metrics["action/error_fraction"] = share(steps, ({ outcome }) => outcome !== "ok");
  }
  return metrics;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}
