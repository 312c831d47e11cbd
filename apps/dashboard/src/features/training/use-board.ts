"use client";
import { type Band, type PhaseBand, type Seam, type Timeline, union, useNow, type XRange } from "@deskrl/ui";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow, Training } from "../../lib/api/types.ts";
import { type BoardParams, zoomOf } from "./board-params.logic.ts";
import { extentOf } from "./extent.logic.ts";
import { type Owner, ownerKey, ownersOf } from "./lines.logic.ts";
import { type NamedPhase, storyOf } from "./phases.logic.ts";
import { bandsOf, pauseBandsOf, seamsOf, timelineOfStory } from "./timeline.logic.ts";

export interface Board {
  owners: Owner[];
  /** Those that are drawn. */
  shown: Owner[];
  /** Branches that are left out because too many would be drawn, unasked. */
  leftOut: number;
  storyOf: (owner: Owner) => readonly NamedPhase[];
  timelineOf: (ownerKey: string) => Timeline;
  /** The phases behind the curves. */
  story: readonly NamedPhase[];
  bands: readonly PhaseBand[];
  pauses: readonly Band[];
  seams: readonly Seam[];
  whole: XRange;
  xRange: XRange;
  zoomed: boolean;
  runs: readonly RunRow[];
  /** Compared runs that could not be read. */
  missing: readonly string[];
}

/** Lines that a board draws without being asked for more. */
const FIRST_LINES = 12;
/** The clock moves the right edge of a running curve in steps, not with every tick. */
const CLOCK_STEP_MS = 5000;

/** Everything the panels of a board share: who is drawn, where, and what stands behind. */
export function useBoard(run: RunRow, training: Training | null, params: BoardParams): Board {
  const trpc = useTRPC();
  const compared = params.with.filter((id) => id !== run.id).slice(0, 11);
  const others = useQueries({
    queries: compared.map((id) => trpc.run.byId.queryOptions({ id })),
    combine: readable<RunRow>,
  });
  const trainings = useQueries({
    queries: others.rows
      .filter(({ kind }) => kind === "training")
      .map(({ id }) => ({ ...trpc.training.byId.queryOptions({ id }), refetchInterval: 15_000 })),
    combine: readable<Training>,
  });
  const ids = [run.id, ...others.rows.map(({ id }) => id)];
  const extents = useQuery({
    ...trpc.metrics.series.queryOptions({ runIds: ids, names: EXTENT_NAMES, maxPoints: 16 }),
    structuralSharing: false,
    refetchInterval: 15_000,
    placeholderData: (previous) => previous,
  });
  const now = Math.floor(useNow() / CLOCK_STEP_MS) * CLOCK_STEP_MS;
  const { x, hide, branch } = params;
  const zoomKey = params.zoom.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for lists that are new on each render
  return useMemo(() => {
    const all = [run, ...others.rows];
    const known = [...(training ? [training] : []), ...trainings.rows];
    const owners = ownersOf(
      all.map(({ id, name }) => ({
        id,
        name,
        branches: known.find((each) => each.run.id === id)?.branches ?? [],
      })),
    );
    const wanted = owners.filter(({ branchId, key }) => !hide.includes(branchId || key));
    const shown = wanted.slice(0, FIRST_LINES);
    const stories = new Map(owners.map((owner) => [owner.key, storyFor(owner, known)]));
    const answer = extents.data ?? { series: [], pauses: [], resumes: [] };
    const starts = new Map(all.map(({ id }) => [id, startOf(id, known, answer)]));
    const timelines = new Map(
      owners.map((owner) => [
        owner.key,
        timelineOfStory(stories.get(owner.key) ?? [], answer.pauses, {
          startAt: starts.get(owner.runId) ?? 0,
          now,
        }),
      ]),
    );
    const timelineOf = (key: string) => timelines.get(key) ?? { startAt: 0, standstills: [] };
    const front =
      shown.find((owner) => owner.branchId === branch && branch !== "") ?? shown[0] ?? owners[0] ?? null;
    const story = front ? (stories.get(front.key) ?? []) : [];
    const timeline = front ? timelineOf(front.key) : { startAt: 0, standstills: [] };
    const ranges = shown.flatMap((owner) => {
      const series = answer.series.filter((one) => ownerKey(one.runId, one.branchId) === owner.key);
      const range = extentOf(x, stories.get(owner.key) ?? [], series, timelineOf(owner.key), now);
      return range ? [range] : [];
    });
    const whole = widen(union(ranges) ?? [0, x === "step" ? 10 : 60_000], x === "step" ? 10 : 10_000);
    const zoom = zoomOf(params);
    return {
      owners,
      shown,
      leftOut: wanted.length - shown.length,
      storyOf: (owner: Owner) => stories.get(owner.key) ?? [],
      timelineOf,
      story,
      bands: bandsOf(story, x, timeline, now),
      pauses: pauseBandsOf(story, answer.pauses, x, timeline, now),
      seams: seamsOf(story, answer.resumes, x, timeline),
      whole,
      xRange: zoom ?? whole,
      zoomed: zoom !== null,
      runs: all,
      missing: compared.filter((_, index) => others.failed.includes(index)),
    };
  }, [run, training, others, trainings, extents.data, now, x, hide.join(" "), branch, zoomKey]);
}

/** What could be read of several queries, and which could not. */
function readable<Row>(queries: readonly { data: Row | undefined; isError: boolean }[]) {
  return {
    rows: queries.flatMap(({ data }) => (data === undefined ? [] : [data])),
    failed: queries.flatMap(({ isError }, index) => (isError ? [index] : [])),
  };
}

/** Metrics of which any run has one; their first and last points bound the axis. */
export const EXTENT_NAMES = ["policy/entropy", "policy/loss", "reward/mean", "perf/steps_per_second"];

function storyFor(owner: Owner, trainings: readonly Training[]): NamedPhase[] {
  const training = trainings.find((each) => each.run.id === owner.runId);
  const branch = training?.branches.find(({ id }) => id === owner.branchId);
  return training && branch ? storyOf(branch, training.branches, training.phases) : [];
}

function startOf(
  runId: string,
  trainings: readonly Training[],
  answer: { series: readonly { runId: string; at: number[] }[] },
): number {
  const training = trainings.find((each) => each.run.id === runId);
  const phases = training?.phases.flatMap(({ startedAt }) => (startedAt ? [startedAt.getTime()] : [])) ?? [];
  const points = answer.series.filter((one) => one.runId === runId).flatMap(({ at }) => at.slice(0, 1));
  const all = phases.length > 0 ? phases : points;
  return all.length > 0 ? Math.min(...all) : 0;
}

/** A range that is wide enough to draw in; a little room at the right keeps the newest point off the edge. */
function widen([from, to]: XRange, least: number): XRange {
  const end = Math.max(to, from + least);
  return [from, end + (end - from) * 0.01];
}
