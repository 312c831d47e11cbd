import type { ActState } from "@deskrl/ui";
import type { Ask } from "../desktop/control.logic.ts";
import { currentPhase, isOpen, type NamedPhase } from "./phases.logic.ts";

export type Launch = "entropulse" | "rl";

/**
 * Why a phase cannot be launched in a branch now; null when it can.
 * @param controls the run compares arms, which a person's launch in one of them would spoil
 */
export function launchBlock(kind: Launch, story: readonly NamedPhase[], controls = false): string | null {
  if (controls)
    return "With controls the plan launches it in its own arm; by hand it would spoil the comparison";
  const last = story.at(-1)?.phase;
  const current = currentPhase(story)?.phase;
  if (last?.state === "stopped") return "This branch was stopped; nothing can follow it";
  if (current?.state === "failed") return "The phase at hand has failed: resume it first, or stop it";
  const begun = story.some(({ phase }) => phase.kind === "rl" && phase.step > 0);
  if (kind === "entropulse" && !begun)
    return "Entropulse learns from the successes of an RL phase; none has begun";
  if (kind === "rl" && current?.kind === "rl")
    return "RL is at work; launch Entropulse, or let it end, first";
  if (kind === "rl" && story.length === 0) return "Waiting for the first phase";
  return null;
}

/**
 * How far a launch has got: asked (who), waiting for the phase before it to end, or refused with the reason. It rests
 * once the phase has begun, for then the phase bar shows it.
 */
export function launchAct(kind: Launch, story: readonly NamedPhase[], ask: Ask): ActState {
  if (ask.status === "error") return { phase: "refused", reason: ask.reason ?? "refused" };
  if (ask.status === "pending") return { phase: "requested" };
  const waiting = story.find(
    ({ phase }) => phase.kind === kind && (phase.state === "requested" || phase.state === "starting"),
  );
  // The first RL phase of a plan is nobody's launch.
  if (!waiting || (kind === "rl" && waiting.name === "RL 1")) return { phase: "idle" };
  const before = story.find(({ phase }) => phase !== waiting.phase && isOpen(phase));
  if (waiting.phase.state === "starting")
    return { phase: "acknowledged", note: `${waiting.name} is starting` };
  return before
    ? { phase: "acknowledged", note: `${waiting.name} follows ${before.name}` }
    : { phase: "requested", by: waiting.phase.requestedBy };
}
