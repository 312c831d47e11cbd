import { formatCount, type Glyph, type Hue, plural, SplitBar, StateIcon } from "@deskrl/ui";
import { clsx } from "clsx";
import Link from "next/link";
import type { RunRow } from "../../lib/api/types.ts";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";

const PARTS = [
  {
    key: "succeeded",
    label: "succeeded",
    hue: "succeeded",
    glyph: "check",
    filter: { verdict: ["succeeded"] },
  },
  { key: "failed", label: "failed", hue: "failed", glyph: "cross", filter: { verdict: ["failed"] } },
  {
    key: "invalid",
    label: "invalid",
    hue: "invalid",
    glyph: "wrench",
    filter: { verdict: ["invalid"], superseded: false },
  },
  {
    key: "active",
    label: "active",
    hue: "acting",
    glyph: "pointer",
    filter: { state: ["resetting", "acting", "paused", "judging"] },
  },
  { key: "queued", label: "queued", hue: "queued", glyph: "clock", filter: { state: ["queued"] } },
] as const satisfies readonly {
  key: keyof RunRow["counts"];
  label: string;
  hue: Hue;
  glyph: Glyph;
  filter: Parameters<typeof trajectoriesHref>[0];
}[];

/** The bar alone, for cards and tables. What is queued is the empty rest. */
export function RunBar({ counts, className }: { counts: RunRow["counts"]; className?: string }) {
  const parts = PARTS.filter((part) => part.key !== "queued").map((part) => ({
    key: part.key,
    label: part.label,
    hue: part.hue,
    count: counts[part.key],
  }));
  return <SplitBar parts={parts} whole={counts.planned} {...(className ? { className } : {})} />;
}

/** The bar with its numbers, each of which leads to its rows. */
export function RunProgress({ run }: { run: RunRow }) {
  const { counts } = run;
  return (
    <div className="space-y-2">
      <RunBar counts={counts} className="h-3" />
      <ul className="flex flex-wrap items-center gap-1.5 text-sm">
        {PARTS.map((part) => (
          <li key={part.key}>
            <Link
              data-hue={part.hue}
              data-count={part.key}
              href={trajectoriesHref({ run: run.id, ...part.filter })}
              title={`${plural(counts[part.key], "episode")} ${part.label} of ${formatCount(counts.planned)} planned; open them`}
              className={clsx(
                "inline-flex items-center gap-1.5 rounded-md border border-line bg-panel px-2 py-1 hover:bg-raised",
                part.hue === "invalid" && counts.invalid > 0 && "hatch",
              )}
            >
              <span className={counts[part.key] > 0 ? "text-hue" : "text-faint"}>
                <StateIcon glyph={part.glyph} />
              </span>
              <span className="num font-medium">{formatCount(counts[part.key])}</span>
              <span className="text-muted text-xs">{part.label}</span>
            </Link>
          </li>
        ))}
        <li className="num px-1 text-muted text-xs">of {formatCount(counts.planned)} planned</li>
        {counts.retried > 0 && (
          <li>
            <Link
              href={trajectoriesHref({ run: run.id, superseded: true })}
              title="Attempts that the machinery broke and that were tried again; they count nowhere else"
              className="text-muted text-xs hover:text-text hover:underline"
            >
              + {plural(counts.retried, "attempt")} tried again
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
