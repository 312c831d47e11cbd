import type { EnvironmentRow, EpisodeRow, PhaseRow, RunRow, WorkerRow } from "@deskrl/db";
import type { RunCounts, Step } from "@deskrl/domain";
import type { NewEvent } from "./new-event.ts";

/** As much of a desktop's row as its events tell. */
export type EnvironmentFacts = Pick<
  EnvironmentRow,
  | "id"
  | "state"
  | "desiredState"
  | "stateReason"
  | "episodeId"
  | "generation"
  | "recycleCount"
  | "controlledBy"
  | "workerId"
  | "template"
>;

/** Payloads are patches of list rows, so that a browser needs no refetch. */
export function environmentChanged(row: EnvironmentFacts, runId: string | null = null): NewEvent {
  return {
    type: "environment:changed",
    subjectId: row.id,
    runId,
    payload: {
      state: row.state,
      desiredState: row.desiredState,
      stateReason: row.stateReason,
      episodeId: row.episodeId,
      generation: row.generation,
      recycleCount: row.recycleCount,
      controlledBy: row.controlledBy,
      workerId: row.workerId,
      template: row.template,
    },
  };
}

/** As much of an episode's row as its events tell. */
export type EpisodeFacts = Pick<
  EpisodeRow,
  | "id"
  | "runId"
  | "state"
  | "verdict"
  | "cause"
  | "score"
  | "stepCount"
  | "environmentId"
  | "superseded"
  | "cancelRequestedAt"
>;

export function episodeChanged(row: EpisodeFacts): NewEvent {
  return {
    type: "episode:changed",
    subjectId: row.id,
    runId: row.runId,
    payload: {
      state: row.state,
      verdict: row.verdict,
      cause: row.cause,
      score: row.score,
      stepCount: row.stepCount,
      environmentId: row.environmentId,
      runId: row.runId,
      superseded: row.superseded,
      cancelRequested: row.cancelRequestedAt !== null,
    },
  };
}

/**
 * The newest step of a batch. A batch may hold several steps of an episode; a reader that holds fewer than `stepCount`
 * fetches the ones between.
 */
export function stepRecorded(
  row: Pick<EpisodeFacts, "id" | "runId" | "environmentId" | "stepCount">,
  step: Pick<Step, "index" | "code" | "outcome"> & { screenshot: string | null },
): NewEvent {
  return {
    type: "step:recorded",
    subjectId: row.id,
    runId: row.runId,
    payload: {
      index: step.index,
      code: step.code.slice(0, 500),
      outcome: step.outcome,
      screenshot: step.screenshot,
      environmentId: row.environmentId,
      stepCount: row.stepCount,
    },
  };
}

export function runChanged(
  row: Pick<RunRow, "id" | "state" | "desiredState" | "stateReason">,
  counts: RunCounts,
): NewEvent {
  return {
    type: "run:changed",
    subjectId: row.id,
    runId: row.id,
    payload: { state: row.state, desiredState: row.desiredState, stateReason: row.stateReason, counts },
  };
}

export function workerChanged(
  row: WorkerRow,
  type: "worker:changed" | "worker:registered" = "worker:changed",
): NewEvent {
  const facts = JSON.parse(JSON.stringify(row.facts));
  return {
    type,
    subjectId: row.id,
    runId: null,
    payload: {
      heartbeatAt: row.heartbeatAt.toISOString(),
      facts,
      name: row.name,
      desktops: row.desktops,
      desiredState: row.desiredState,
      clockSkewMs: row.clockSkewMs,
    },
  };
}

/** It is not on the list any more; if it is still connected it is to be told so. */
export function workerRemoved(row: Pick<WorkerRow, "id" | "name">): NewEvent {
  return { type: "worker:removed", subjectId: row.id, runId: null, payload: { name: row.name } };
}

export function phaseChanged(row: PhaseRow): NewEvent {
  const { branchId, kind, ordinal, state, desiredState, stateReason, requestedBy, attempt } = row;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    type: "phase:changed",
    subjectId: row.id,
    runId: row.runId,
    payload: {
      ...{ branchId, kind, ordinal, state, desiredState, stateReason, requestedBy, attempt },
      ...{ step: row.step, plannedSteps: row.plannedSteps, startStep: row.startStep },
      checkpointStep: row.checkpointStep,
      progress: JSON.parse(JSON.stringify(row.progress)),
      restored: JSON.parse(JSON.stringify(row.restored)),
      requestedAt: iso(row.requestedAt),
      acknowledgedAt: iso(row.acknowledgedAt),
      progressAt: iso(row.progressAt),
      startedAt: iso(row.startedAt),
      finishedAt: iso(row.finishedAt),
    },
  };
}

/** Points of a run were stored up to this step of the branch (empty for an external trainer). */
export function metricsAppended(runId: string, payload: { branchId: string; step: number }): NewEvent {
  return { type: "metrics:appended", subjectId: runId, runId, payload };
}
