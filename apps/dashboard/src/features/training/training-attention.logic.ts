import type { Training } from "../../lib/api/types.ts";
import type { Attention } from "../home/attention.logic.ts";
import { runHref } from "./board-params.logic.ts";
import { currentPhase, isOpen, storyOf } from "./phases.logic.ts";

/** What of a training run waits for a person: a failed or self-paused phase, a suggestion, nobody who trains. */
export function trainingAttention(training: Training): Attention[] {
  const { run, branches, phases, suggestions, worker, spec } = training;
  if (run.state === "finished" || run.state === "stopped") return [];
  const items: Attention[] = [];
  const many = branches.length > 1;
  for (const branch of branches) {
    const story = storyOf(branch, branches, phases);
    const named = currentPhase(story);
    const where = many ? `${branch.arm}, seed ${branch.seed}: ` : "";
    const href = runHref(run.id, many ? { branch: branch.id } : {});
    const own = named?.phase.branchId === branch.id ? named : null;
    if (own?.phase.state === "failed") {
      items.push({
        key: `${own.phase.id} failed`,
        message: `Run ${run.name}: ${where}${own.name} has failed: ${own.phase.stateReason ?? "no reason given"}`,
        href,
      });
    } else if (own?.phase.state === "paused" && own.phase.stateReason) {
      items.push({
        key: `${own.phase.id} paused`,
        message: `Run ${run.name}: ${where}${own.name} paused itself: ${own.phase.stateReason}`,
        href,
      });
    }
    const suggestion = suggestions[branch.id];
    const launched = phases.some(
      (phase) => phase.branchId === branch.id && phase.kind === "entropulse" && isOpen(phase),
    );
    const inRl = story.findLast(({ phase }) => phase.kind !== "eval")?.phase.kind === "rl";
    if (spec.plan === "manual" && suggestion?.suggested && inRl && !launched) {
      items.push({
        key: `${branch.id} suggestion`,
        message: `Run ${run.name}: ${where}Entropulse suggested: ${suggestion.text}`,
        href,
      });
    }
  }
  if (worker.training === 0 && phases.some(isOpen)) {
    items.push({
      key: `${run.id} worker`,
      message: `Run ${run.name} waits: no worker that trains is online`,
      href: "/workers",
    });
  }
  return items;
}
