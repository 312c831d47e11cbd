import { type Figures, figure, percentile } from "@deskrl/desktops/bench";

/** What something holds, looked at again and again. */
export type MemorySeries = Readonly<Record<string, readonly number[]>>;

/**
 * Figures of each series by its name and unit, such as `browser_heap_mib`: the median of its first third, of its last
 * third, and how much the last is above the first, in percent. Memory that is flat stays where the first third was.
 */
export function growthFigures(series: MemorySeries): Figures {
  const figures: Figures = {};
  for (const [name, samples] of Object.entries(series)) {
    const third = Math.max(1, Math.floor(samples.length / 3));
    const first = percentile(samples.slice(0, third), 0.5);
    const last = percentile(samples.slice(-third), 0.5);
    const unit = name.endsWith("_mib") ? "MiB" : "objects";
    figures[`${name}_first_third`] = figure(first, unit, third);
    figures[`${name}_last_third`] = figure(last, unit, third);
    figures[`${name}_growth`] = figure((100 * (last - first)) / first, "%", samples.length);
  }
  return figures;
}
