import type { GroupRow, PhaseRow } from "@deskrl/db";
import { type Funnel, PHASE_WORDS, PhaseKind } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";

const Progress = z.object({ done: z.number(), total: z.number(), what: z.string() });
const EMPTY = { queued: 0, resetting: 0, acting: 0, judging: 0, waiting: 0 };

/**
 * How far the rollouts of a run have come, and what holds them up. Simulated desktops live in the trainer and are reset
 * and judged within a step of it, so nothing is ever seen in those two states.
 */
export async function getFunnel(ctx: CoreContext, phases: readonly PhaseRow[]): Promise<Funnel> {
  const sum = (pick: (row: PhaseRow) => number) => phases.reduce((total, row) => total + pick(row), 0);
  const ended = {
    trained: sum((row) => row.succeededCount + row.failedCount),
    dropped: sum((row) => row.invalidCount),
  };
  const working = phases.filter((row) => ["running", "pausing", "finishing"].includes(row.state));
  const phase = working[0];
  if (!phase) return { ...EMPTY, ...ended, verdict: "idle", evidence: idleBecause(phases) };
  const parsed = Progress.safeParse(phase.progress);
  const progress = parsed.success ? parsed.data : null;
  const at = progress
    ? `${progress.what} ${progress.done} of ${progress.total}`
    : "between two units of work";
  if (!progress || phase.kind === "bc" || phase.kind === "entropulse" || progress.done >= progress.total)
    return {
      ...EMPTY,
      ...ended,
      verdict: "trainer-bound",
      evidence: `The trainer updates the policy: ${at}.`,
    };
  const size = phase.kind === "rl" ? await groupSize(ctx, phase) : 1;
  return {
    ...EMPTY,
    ...ended,
    queued: (progress.total - progress.done - 1) * size,
    acting: size,
    // An evaluation has no groups: what is played is done.
    waiting: phase.kind === "rl" ? progress.done * size : 0,
    verdict: "policy-bound",
    evidence: `The policy acts in the trainer's own desktops: ${at}.`,
  };
}

/** Episodes of a group: as set for the phase, else as its groups so far had. */
async function groupSize(ctx: CoreContext, phase: PhaseRow): Promise<number> {
  const { settings } = phase;
  if (typeof settings === "object" && settings !== null && "groupSize" in settings)
    return Number(settings.groupSize);
  const last: Pick<GroupRow, "size"> | null = await ctx.db.prisma.group.findFirst({
    where: { phaseId: phase.id },
    orderBy: { iteration: "desc" },
    select: { size: true },
  });
  return last?.size ?? 1;
}

function idleBecause(phases: readonly PhaseRow[]): string {
  const starting = phases.find((row) => row.state === "starting");
  if (starting) return "A trainer is starting, or waits for a worker that offers training.";
  const paused = phases.find((row) => row.state === "paused" || row.state === "failed");
  return paused
    ? `The ${PHASE_WORDS[PhaseKind.parse(paused.kind)]} phase ${paused.state === "paused" ? "is paused" : "has failed"}.`
    : "No phase is at work.";
}
