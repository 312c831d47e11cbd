import type { Look } from "@deskrl/ui";
import type { SystemStatus } from "../../lib/api/types.ts";

export type LoopHealth = SystemStatus["housekeeping"]["loops"][number];

const LOOKS: Record<LoopHealth["state"], Look> = {
  working: { hue: "acting", glyph: "loader", word: "At work" },
  waiting: { hue: "succeeded", glyph: "check", word: "In order" },
  failing: { hue: "failed", glyph: "cross", word: "Failing" },
  stuck: { hue: "failed", glyph: "wrench", word: "Stuck" },
  standby: { hue: "queued", glyph: "circle", word: "Stands by" },
};

export function loopLook({ state }: Pick<LoopHealth, "state">): Look {
  return LOOKS[state];
}

/** A turn's time with the unit that fits. */
export function turnTime(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Those that need a person first, then by name. */
export function inOrder(loops: readonly LoopHealth[]): LoopHealth[] {
  const rank = ({ state }: LoopHealth) => (state === "stuck" ? 0 : state === "failing" ? 1 : 2);
  return loops.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** What leads and what answers, in one line. */
export function leaderLine({
  instance,
  leader,
}: Pick<SystemStatus["housekeeping"], "instance" | "leader">): string {
  if (leader === null) return `${instance} answers; no control plane leads, so nothing is assigned`;
  return leader === instance ? `${instance} leads and answers` : `${leader} leads, ${instance} answers`;
}
