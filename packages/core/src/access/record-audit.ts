import type { Transaction } from "@deskrl/db";
import type { Actor } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";

export interface AuditRecord {
  actor: Pick<Actor, "id" | "name">;
  /** `noun.verb`, such as `run.pause`. */
  act: string;
  subjectId: string;
  details?: Record<string, string | number | boolean | null>;
}

/** Who acts when no person does: the first start, a command on the server itself. */
export const SYSTEM_ACTOR: Actor = { id: "system", name: "system", role: "admin" };

/** Writes an act of a person in the transaction that carries it out: one is not there without the other. */
export async function recordAudit(
  ctx: CoreContext,
  tx: Transaction,
  { actor, act, subjectId, details = {} }: AuditRecord,
): Promise<void> {
  await tx.auditEntry.create({
    data: {
      id: ctx.newId("audit"),
      actorId: actor.id,
      actorName: actor.name,
      act,
      subjectId,
      details,
      at: ctx.clock(),
    },
  });
}
