import type { Desktop } from "@deskrl/desktops";
import type { TrajectoryDigest } from "@deskrl/tasks";
import { actionSpaceFor } from "../actions/action-space.ts";
import { observe } from "../observation/observe.ts";
import type { PolicyOutput, Turn } from "../types.ts";
import type { EpisodeClock } from "./episode-clock.ts";
import { InvalidEpisodeError } from "./invalid-episode-error.ts";
import type { StepStart } from "./record-step.ts";
import { takeTurn } from "./take-turn.ts";
import type { EpisodeContext } from "./types.ts";
import { untilAborted } from "./until-aborted.ts";

/** Longest a single action may take. */
const ACTION_TIMEOUT_MS = 30_000;

/** Observe, ask the policy, act, record: until the agent ends it or a limit does. */
export async function actLoop(
  context: EpisodeContext,
  desktop: Desktop,
  clock: EpisodeClock,
): Promise<TrajectoryDigest> {
  const { signal, assignment, pauseGate } = context;
  const history: Turn[] = [];
  let index = 0;
  let previousResult = "";
  while (index < assignment.maxSteps) {
    await holdWhilePaused(context, clock);
    if (clock.leftForActing() === 0) return { stepCount: index, exit: null, limit: "time_limit" };
    const start = await startStep(context, desktop, { index, previousResult });
    const output = await askPolicy(context, clock, { start, history });
    if (output === null) return { stepCount: index, exit: null, limit: "time_limit" };
    // A person came in while the policy thought: its answer is to a desktop that is no longer so. It is asked again.
    if (pauseGate.paused) continue;
    const turn = await takeTurn(context, {
      ...start,
      policyMs: context.now() - start.startMs - start.observeMs,
      output,
      desktop,
      stepsLeft: assignment.maxSteps - index,
      actionTimeoutMs: () => Math.min(ACTION_TIMEOUT_MS, Math.max(1_000, Math.round(clock.leftForActing()))),
      lookAgain: async (result, nextIndex) => {
        if (pauseGate.paused || clock.leftForActing() === 0) return null;
        return startStep(context, desktop, { index: nextIndex, previousResult: result });
      },
    });
    index += turn.steps;
    previousResult = turn.result;
    history.push({ responseText: output.text, code: turn.code, outcome: turn.outcome, result: turn.result });
    if (turn.exit !== null) return { stepCount: index, exit: turn.exit, limit: null };
    signal.throwIfAborted();
  }
  return { stepCount: index, exit: null, limit: "step_limit" };
}

async function startStep(
  context: EpisodeContext,
  desktop: Desktop,
  { index, previousResult }: { index: number; previousResult: string },
): Promise<StepStart> {
  const { pictures, episodeId, policy, signal } = context;
  const startMs = context.now();
  const startedAt = context.clock();
  const observed = await untilAborted(
    observe({
      ...{ desktop, pictures, episodeId, index, previousResult, signal },
      wantsPixels: policy.wantsPixels,
    }),
    signal,
  );
  const actionId = context.newId("action");
  return { index, actionId, startedAt, startMs, observed, observeMs: context.now() - startMs, policyMs: 0 };
}

/** Null when the time for acting ran out while the policy thought. */
async function askPolicy(
  context: EpisodeContext,
  clock: EpisodeClock,
  { start, history }: { start: StepStart; history: readonly Turn[] },
): Promise<PolicyOutput | null> {
  const { policy, assignment, coordinateSpace } = context;
  const { observation, picture } = start.observed;
  const timeUp = AbortSignal.timeout(Math.ceil(clock.leftForActing()));
  const signal = AbortSignal.any([context.signal, timeUp]);
  const input = {
    instruction: assignment.task.instruction,
    observation,
    screenshot: picture.pixels,
    history,
    actionSpace: actionSpaceFor(observation.foregroundApp, coordinateSpace),
    signal,
  };
  try {
    return await untilAborted(policy.act(input), signal);
  } catch (error) {
    context.signal.throwIfAborted();
    if (timeUp.aborted) return null;
    const { message, cause } = InvalidEpisodeError.from(error, "policy_error");
    throw new InvalidEpisodeError("policy_error", `The policy ${policy.name} failed: ${message}`, { cause });
  }
}

async function holdWhilePaused(context: EpisodeContext, clock: EpisodeClock): Promise<void> {
  const { pauseGate, record, signal } = context;
  if (!pauseGate.paused) return;
  await record({ kind: "state", state: "paused", at: context.clock() });
  await clock.excluding(() => pauseGate.resumed(signal));
  await record({ kind: "state", state: "acting", at: context.clock() });
}
