import type { BranchArm, TrainingBranch } from "@deskrl/domain";
import type { ChartSeries } from "@deskrl/ui";
import type { MetricAnswer } from "../../lib/api/types.ts";
import type { PanelSpec } from "./panels.logic.ts";
import { inOrder } from "./phases.logic.ts";

const ARM_COLOURS: Record<BranchArm, string> = {
  main: "var(--series-8)",
  entropulse: "var(--series-4)",
  continued: "var(--series-2)",
  reset: "var(--series-5)",
};
const SERIES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `var(--series-${number})`);
const colourAt = (index: number): string => SERIES[index % SERIES.length] ?? "var(--series-1)";

/** A curve's owner: a branch of a run, or a whole external run (`branchId` empty). */
export interface Owner {
  key: string;
  runId: string;
  branchId: string;
  label: string;
  colour: string;
}

export const ownerKey = (runId: string, branchId: string): string => `${runId} ${branchId}`;

/** Everything that can be drawn, each with its name and colour: told apart by run, else by arm, else by seed. */
export function ownersOf(
  runs: readonly { id: string; name: string; branches: readonly TrainingBranch[] }[],
): Owner[] {
  const many = runs.length > 1;
  return runs.flatMap((run, runIndex) => {
    const arms = new Set(run.branches.map((branch) => branch.arm)).size;
    const seeds = [...new Set(run.branches.map((branch) => branch.seed))];
    const branches = run.branches.length > 0 ? inOrder(run.branches) : [null];
    return branches.map((branch) => {
      const parts = [
        ...(many ? [run.name] : []),
        ...(branch && arms > 1 ? [branch.arm] : []),
        ...(branch && seeds.length > 1 ? [`seed ${branch.seed}`] : []),
      ];
      const colour = many
        ? colourAt(runIndex)
        : branch && arms > 1
          ? ARM_COLOURS[branch.arm]
          : colourAt(branch ? seeds.indexOf(branch.seed) : 0);
      const branchId = branch?.id ?? "";
      return {
        key: ownerKey(run.id, branchId),
        runId: run.id,
        branchId,
        label: parts.join(" · ") || run.name,
        colour,
      };
    });
  });
}

/** Points that a panel draws at most, all its lines together. */
export const PANEL_POINTS = 2000;

/** Points to ask for of each series, so that a panel never draws more than it may. */
export function pointsPerSeries(series: number, smoothed: boolean): number {
  return Math.max(16, Math.min(1000, Math.floor(PANEL_POINTS / Math.max(1, series) / (smoothed ? 2 : 1))));
}

const SHORT: Record<string, string> = { "success/rate": "train", "success/rate_heldout": "held-out" };

/** The lines of a panel, from what the server drew. */
export function linesOf(
  answer: MetricAnswer,
  panel: PanelSpec,
  owners: readonly Owner[],
): (ChartSeries & { owner: Owner })[] {
  return answer.series.flatMap((series) => {
    const owner = owners.find((each) => each.key === ownerKey(series.runId, series.branchId));
    if (!owner || !panel.names.includes(series.name)) return [];
    const place = panel.names.indexOf(series.name);
    const alone = owners.length === 1;
    const word = panel.names.length > 1 ? (SHORT[series.name] ?? series.name) : "";
    const label = alone ? word || panel.title : [owner.label, word].filter(Boolean).join(" · ");
    return [
      {
        key: `${owner.key} ${series.name}`,
        owner,
        label,
        colour: place > 0 && alone ? "var(--series-3)" : owner.colour,
        dashed: place > 0,
        step: series.step,
        value: series.value,
        smoothed: series.smoothed,
        at: series.at,
        total: series.total,
        bucket: series.bucket,
      },
    ];
  });
}
