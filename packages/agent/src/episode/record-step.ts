import type { Step, ToolCall } from "@deskrl/domain";
import type { Observed } from "../observation/observe.ts";
import { storable } from "../text.ts";
import type { PolicyOutput } from "../types.ts";
import type { Execution } from "./execute-action.ts";
import type { EpisodeContext } from "./types.ts";

/** A step up to the policy's answer. */
export interface StepStart {
  index: number;
  actionId: string;
  startedAt: Date;
  /** On the monotonic clock. */
  startMs: number;
  observed: Observed;
  observeMs: number;
  policyMs: number;
}

export interface StepEnd {
  execution: Execution;
  response: PolicyOutput & { thought: string; code: string; call: ToolCall | null; formatOk: boolean };
  executeMs: number;
}

/** Puts a step on disk. Its `recordMs` is the keeping of its picture: its own line cannot tell how long it took. */
export async function recordStep(context: EpisodeContext, start: StepStart, end: StepEnd): Promise<void> {
  const { execution, response, executeMs } = end;
  const { observation, picture } = start.observed;
  // A fence stops everything at once, so not even the step that it cut short is written.
  if (isFenced(context.signal)) context.signal.throwIfAborted();
  const step: Step = storable({
    episodeId: context.episodeId,
    index: start.index,
    actionId: start.actionId,
    observation,
    responseText: response.text,
    thought: response.thought,
    code: response.code,
    call: response.call,
    formatOk: response.formatOk,
    coordinateSpace: context.coordinateSpace,
    points: execution.points,
    outcome: execution.outcome,
    result: execution.result,
    errorCode: execution.errorCode,
    reward: null,
    logProb: response.logProb ?? null,
    entropy: response.entropy ?? null,
    startedAt: start.startedAt,
    timing: {
      observeMs: start.observeMs - picture.storeMs,
      policyMs: start.policyMs,
      executeMs,
      recordMs: picture.storeMs,
      totalMs: context.now() - start.startMs,
    },
  });
  await context.record({ kind: "step", step, recording: picture.recording });
  picture.recorded();
  context.onStep({
    step,
    wallMs: context.now() - start.startMs,
    guestMs: execution.guestMs,
    policyMs: start.policyMs,
  });
}

/** True when the lease on the episode was lost: whoever has it now writes, we do not. */
export function isFenced(signal: AbortSignal): boolean {
  const reason: unknown = signal.aborted ? signal.reason : null;
  return typeof reason === "object" && reason !== null && "code" in reason && reason.code === "fenced";
}
