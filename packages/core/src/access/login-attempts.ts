import type { Transaction } from "@deskrl/db";
import { AppError } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";

/** Failures in a row for one name before it has to wait, and for how long they count. */
export const LOGIN_LIMIT = { failures: 5, windowMs: 5 * 60_000 } as const;

const FAILED = "login.failed";
const SUCCEEDED = "login.succeeded";
const subjectOf = (name: string) => `login:${name.slice(0, 64)}`;

async function failuresInARow(tx: Transaction, subjectId: string, since: Date): Promise<Date[]> {
  const latest = await tx.auditEntry.findMany({
    where: { subjectId, at: { gt: since } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: LOGIN_LIMIT.failures,
    select: { act: true, at: true },
  });
  const success = latest.findIndex((entry) => entry.act === SUCCEEDED);
  return latest.slice(0, success === -1 ? undefined : success).map((entry) => entry.at);
}

/**
 * Counts an attempt as failed before the password is checked, so that many at once cannot slip through together; a
 * correct one is then turned into a success.
 * @returns the attempt's id
 * @throws AppError `rate_limited`
 */
export async function openLoginAttempt(ctx: CoreContext, name: string): Promise<string> {
  const subjectId = subjectOf(name);
  const now = ctx.clock();
  return ctx.db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('deskrl.login'), hashtext(${subjectId}))`;
    const failures = await failuresInARow(tx, subjectId, new Date(now.getTime() - LOGIN_LIMIT.windowMs));
    if (failures.length >= LOGIN_LIMIT.failures) {
      const oldest = failures.at(-1) ?? now;
      const waitSeconds = Math.ceil((oldest.getTime() + LOGIN_LIMIT.windowMs - now.getTime()) / 1_000);
      throw new AppError("rate_limited", "There were too many failed logins for this name.", {
        where: "login",
        fix: `Wait ${Math.max(1, waitSeconds)} s and try again.`,
      });
    }
    const id = ctx.newId("audit");
    await tx.auditEntry.create({
      data: {
        id,
        actorId: "anonymous",
        actorName: name.slice(0, 64),
        act: FAILED,
        subjectId,
        details: {},
        at: now,
      },
    });
    return id;
  });
}

/** Turns an opened attempt into the success it was. */
export async function markLoginSucceeded(tx: Transaction, attemptId: string, userId: string): Promise<void> {
  await tx.auditEntry.update({ where: { id: attemptId }, data: { act: SUCCEEDED, actorId: userId } });
}
