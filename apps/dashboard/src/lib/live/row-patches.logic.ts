import {
  EnvironmentState,
  EpisodeCause,
  EpisodeState,
  type Event,
  Phase,
  RunCounts,
  RunDesiredState,
  RunState,
  Verdict,
  WorkerDesiredState,
  WorkerFacts,
} from "@deskrl/domain";
import { z } from "zod";
import type { EnvironmentRow, EpisodeRow, RunRow, Training, WorkerRow } from "../api/types.ts";

/*
 * What the payload of an event may say of a row. Every field is optional: an event says what changed, and a field
 * that is missing or of an unknown form leaves the row as it was until the next fetch.
 */
const EnvironmentChange = z.object({
  state: EnvironmentState.optional().catch(undefined),
  episodeId: z.string().nullish().catch(undefined),
  generation: z.number().optional().catch(undefined),
  controlledBy: z.string().nullish().catch(undefined),
  stateReason: z.string().nullish().catch(undefined),
});
const EpisodeChange = z.object({
  state: EpisodeState.optional().catch(undefined),
  verdict: Verdict.nullish().catch(undefined),
  cause: EpisodeCause.nullish().catch(undefined),
  reason: z.string().nullish().catch(undefined),
  score: z.number().nullish().catch(undefined),
  stepCount: z.number().optional().catch(undefined),
  environmentId: z.string().nullish().catch(undefined),
});
const StepRecorded = z.object({ index: z.number(), code: z.string().default("") });
const RunChange = z.object({
  state: RunState.optional().catch(undefined),
  desiredState: RunDesiredState.optional().catch(undefined),
  stateReason: z.string().nullish().catch(undefined),
  counts: RunCounts.optional().catch(undefined),
});
const PhaseChange = Phase.omit({ id: true, runId: true, settings: true, start: true }).partial();
const WorkerChange = z.object({
  heartbeatAt: z.coerce.date().optional().catch(undefined),
  facts: WorkerFacts.optional().catch(undefined),
  desktops: z.number().optional().catch(undefined),
  desiredState: WorkerDesiredState.optional().catch(undefined),
  clockSkewMs: z.number().nullish().catch(undefined),
});

/** The fields that are there; null is a value, undefined is not. */
function present<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** A patched desktop, and whether its episode must be fetched because the event only names it. */
export function patchEnvironment(
  row: EnvironmentRow,
  event: Event,
): { row: EnvironmentRow; episodeUnknown: boolean } {
  if (event.type === "environment:changed" && event.subjectId === row.id) {
    const { episodeId, ...change } = present(EnvironmentChange.parse(event.payload));
    const next = { ...row, ...change, updatedAt: event.at };
    if (episodeId === undefined) return { row: next, episodeUnknown: false };
    const known = row.episode?.id === episodeId ? row.episode : null;
    return {
      row: { ...next, episodeId, episode: known },
      episodeUnknown: episodeId !== null && known === null,
    };
  }
  const episode = row.episode;
  if (episode && episode.id === event.subjectId) {
    if (event.type === "step:recorded") {
      const step = StepRecorded.safeParse(event.payload);
      if (!step.success) return { row, episodeUnknown: false };
      const stepCount = Math.max(episode.stepCount, step.data.index + 1);
      const lastAction = stepCount === step.data.index + 1 ? step.data.code : episode.lastAction;
      const patched = { ...row, updatedAt: event.at, episode: { ...episode, stepCount, lastAction } };
      return { row: patched, episodeUnknown: false };
    }
    if (event.type === "episode:changed") {
      const { state, stepCount } = EpisodeChange.parse(event.payload);
      const change = present({ state, stepCount });
      return { row: { ...row, episode: { ...episode, ...change } }, episodeUnknown: false };
    }
  }
  return { row, episodeUnknown: false };
}

/** A patched trajectory; a finished one is never moved back by a late event of its steps. */
export function patchEpisode(row: EpisodeRow, event: Event): EpisodeRow {
  if (event.subjectId !== row.id) return row;
  if (event.type === "step:recorded") {
    const step = StepRecorded.safeParse(event.payload);
    if (!step.success || step.data.index < row.stepCount) return row;
    return { ...row, stepCount: step.data.index + 1 };
  }
  if (event.type !== "episode:changed") return row;
  const change = present(EpisodeChange.parse(event.payload));
  if (row.state === "finished" && change.state !== "finished") return row;
  const finishedAt = change.state === "finished" ? (row.finishedAt ?? event.at) : row.finishedAt;
  return { ...row, ...change, finishedAt } as EpisodeRow;
}

export function patchRun(row: RunRow, event: Event): RunRow {
  if (event.type !== "run:changed" || event.subjectId !== row.id) return row;
  return { ...row, ...present(RunChange.parse(event.payload)) } as RunRow;
}

/** A training run with one of its phases patched; one that is not known yet must be fetched. */
export function patchTraining(training: Training, event: Event): { training: Training; unknown: boolean } {
  if (event.type === "run:changed" && event.subjectId === training.run.id) {
    return { training: { ...training, run: patchRun(training.run, event) }, unknown: false };
  }
  if (event.type !== "phase:changed" || event.runId !== training.run.id) return { training, unknown: false };
  const change = PhaseChange.safeParse(event.payload);
  const known = training.phases.some((phase) => phase.id === event.subjectId);
  if (!known || !change.success) return { training, unknown: true };
  const phases = training.phases.map((phase) =>
    phase.id === event.subjectId ? { ...phase, ...present(change.data) } : phase,
  );
  return { training: { ...training, phases }, unknown: false };
}

/** An event so close to the last heartbeat is of a worker that lives; one of a lost worker is an act of a person. */
const HEARD_WITHIN_MS = 10_000;

/** A worker that was just heard of is online. */
export function patchWorker(row: WorkerRow, event: Event): WorkerRow {
  if (event.type !== "worker:changed" || event.subjectId !== row.id) return row;
  const change = present(WorkerChange.parse(event.payload));
  const heardAt = change.heartbeatAt ?? row.heartbeatAt;
  const heard = event.at.getTime() - heardAt.getTime() <= HEARD_WITHIN_MS;
  return { ...row, ...(heard ? { state: "online" } : {}), ...change } as WorkerRow;
}
