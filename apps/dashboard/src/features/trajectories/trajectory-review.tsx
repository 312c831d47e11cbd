"use client";
import { Button, ErrorNote, nextMarked, Scrubber, Skeleton, stepMarks } from "@deskrl/ui";
import { parseAsBoolean, parseAsInteger, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import type { EpisodeRow } from "../../lib/api/types.ts";
import { useShortcuts } from "../../lib/keys/shortcuts.tsx";
import { Picture } from "./picture.tsx";
import { clampStep, isQuiet, neighbours, pictureAfter } from "./review.logic.ts";
import { StepDetail } from "./step-detail.tsx";
import { StepList } from "./step-list.tsx";
import { usePrefetchPictures } from "./use-prefetch-pictures.ts";
import { useSteps } from "./use-steps.ts";

const GROUP = "Trajectory";

/** Picture left, steps right, scrubber below; everything by key, and the selected step in the address. */
export function TrajectoryReview({ episode, onExport }: { episode: EpisodeRow; onExport: () => void }) {
  const { steps, total, isPending, error, retry } = useSteps(episode.id, episode.stepCount, episode.verdict);
  const [{ step: wanted, after: showAfter }, setParams] = useQueryStates(
    { step: parseAsInteger, after: parseAsBoolean.withDefault(false) },
    { history: "replace", throttleMs: 120 },
  );
  const selected = clampStep(wanted, steps.length);
  const marks = useMemo(
    () =>
      stepMarks(
        steps.map((step) => ({
          outcome: step.outcome,
          formatOk: step.formatOk,
          screenshot: step.observation.screenshot,
          quiet: isQuiet(step),
        })),
        episode.finalScreenshot,
      ),
    [steps, episode.finalScreenshot],
  );
  const select = useCallback((index: number) => void setParams({ step: index + 1 }), [setParams]);
  usePrefetchPictures(
    useMemo(
      () => neighbours(steps, selected, episode.finalScreenshot),
      [steps, selected, episode.finalScreenshot],
    ),
  );

  const shortcuts = useMemo(() => {
    const go = (to: number | null) => to !== null && select(Math.max(0, Math.min(steps.length - 1, to)));
    const key = (keys: string, label: string, run: () => void) => ({ keys, label, run, group: GROUP });
    return [
      key("ArrowRight", "Next step", () => go(selected + 1)),
      key("j", "Next step", () => go(selected + 1)),
      key("ArrowLeft", "Previous step", () => go(selected - 1)),
      key("k", "Previous step", () => go(selected - 1)),
      key("Home", "First step", () => go(0)),
      key("End", "Last step", () => go(steps.length - 1)),
      key("n", "Next marked step", () => go(nextMarked(marks, selected, 1))),
      key("p", "Previous marked step", () => go(nextMarked(marks, selected, -1))),
      key("b", "Before and after", () => void setParams({ after: showAfter ? null : true })),
      key("e", "Export this trajectory", onExport),
    ];
  }, [selected, steps.length, marks, select, setParams, showAfter, onExport]);
  useShortcuts(shortcuts);

  const step = steps[selected];
  if (error && steps.length === 0) {
    return (
      <div className="px-4">
        <ErrorNote problem={toProblem(error)} onRetry={retry} />
      </div>
    );
  }
  if (!step) {
    return isPending && episode.stepCount > 0 ? (
      <Skeleton className="mx-4 mb-4 min-h-64 flex-1" />
    ) : (
      <p className="px-4 py-10 text-center text-muted">
        {episode.state === "finished"
          ? "This attempt ended before its first step; the reason is above."
          : "No step yet; the first shows as soon as it is taken."}
      </p>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-3 pb-3 lg:overflow-hidden">
      <div className="flex min-h-0 flex-1 flex-col gap-3 lg:flex-row">
        <div className="relative min-h-[48vw] flex-[2] overflow-hidden rounded-lg border border-line lg:min-h-0">
          <Picture
            step={step}
            after={pictureAfter(steps, selected, episode.finalScreenshot)}
            showAfter={showAfter}
          />
          <div className="absolute top-2 right-2">
            <Button
              size="sm"
              aria-pressed={showAfter}
              title="Show the picture before or after the action (b)"
              onClick={() => void setParams({ after: showAfter ? null : true })}
            >
              {showAfter ? "After" : "Before"}
            </Button>
          </div>
        </div>
        <aside className="flex min-h-80 min-w-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-panel lg:min-h-0 lg:max-w-md lg:min-w-80">
          <div className="min-h-32 flex-1">
            <StepList steps={steps} marks={marks} selected={selected} onSelect={select} />
          </div>
          <div className="max-h-[52%] overflow-y-auto border-line border-t">
            <StepDetail step={step} />
          </div>
        </aside>
      </div>
      <div className="flex shrink-0 items-center gap-3">
        <span className="num w-24 shrink-0 text-right text-muted text-xs" data-testid="step-counter">
          step {selected + 1}/{total}
        </span>
        <Scrubber marks={marks} selected={selected} onSelect={select} />
      </div>
    </div>
  );
}
