import { metricSpec } from "@deskrl/domain";
import { formatValue, Sparkline } from "@deskrl/ui";
import type { MetricAnswer } from "../../lib/api/types.ts";

/** One metric in a card: its shape and its newest value, over a branch and what it was forked from. */
export function CurveFigure({ name, answer }: { name: string; answer: MetricAnswer | undefined }) {
  const spec = metricSpec(name);
  const parts = (answer?.series ?? [])
    .filter((series) => series.name === name)
    .sort((a, b) => (a.step[0] ?? 0) - (b.step[0] ?? 0));
  const values = parts.flatMap((series) => series.smoothed ?? []);
  const latest = parts.at(-1)?.value.at(-1);
  const label = spec?.label ?? name;
  return (
    <figure className="flex items-center gap-2" title={spec?.meaning}>
      <figcaption className="text-xs">
        <span className="block text-faint">{label}</span>
        <span className="num font-medium">
          {latest === undefined
            ? "–"
            : typeof latest === "number"
              ? formatValue(latest, spec?.unit ?? "1")
              : latest}
        </span>
      </figcaption>
      <Sparkline values={values} label={`${label} over the run`} />
    </figure>
  );
}
