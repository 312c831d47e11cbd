import type { AuditRow, Training } from "../../lib/api/types.ts";
import { humaniseAct } from "../runs/audit.logic.ts";
import type { ListedEvent } from "../runs/event-list.tsx";
import { phaseLook, storyOf } from "./phases.logic.ts";

/** Who did what to a training run, newest first: acts of people, and what its phases did by themselves. */
export function trainingEvents(training: Training, audit: readonly AuditRow[]): ListedEvent[] {
  const { branches, phases } = training;
  const many = branches.length > 1;
  const named = branches.flatMap((branch) =>
    storyOf(branch, branches, phases)
      .filter(({ phase }) => phase.branchId === branch.id)
      .map(({ phase, name }) => ({
        phase,
        name: many ? `${name} of ${branch.arm}, seed ${branch.seed}` : name,
      })),
  );
  const nameOf = (id: string) => named.find(({ phase }) => phase.id === id)?.name ?? null;
  const events: ListedEvent[] = audit.map((entry) => {
    const name = nameOf(entry.subjectId ?? "");
    const what = humaniseAct(entry.act);
    return { key: entry.id, at: entry.at, who: entry.actorName, what: name ? `${what}: ${name}` : what };
  });
  for (const { phase, name } of named) {
    const add = (at: Date | null, what: string, who = "trainer") =>
      at && events.push({ key: `${phase.id} ${what}`, at, who, what: `${name} ${what}` });
    add(phase.createdAt, `was planned by ${phase.requestedBy}`, phase.requestedBy);
    add(phase.startedAt, "began");
    if (phase.restored) {
      add(phase.acknowledgedAt, `went on from step ${phase.restored.step}, attempt ${phase.attempt}`);
    }
    if (phase.state === "paused") add(phase.acknowledgedAt, `paused at step ${phase.step}`);
    const word = phaseLook(phase.state).word.toLowerCase();
    add(phase.finishedAt, `ended: ${word}${phase.stateReason ? `, ${phase.stateReason}` : ""}`);
  }
  return events.sort((a, b) => b.at.getTime() - a.at.getTime());
}
