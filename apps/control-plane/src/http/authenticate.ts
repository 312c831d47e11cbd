import type { IncomingHttpHeaders } from "node:http";
import { authenticateSession, authenticateToken, type CoreContext } from "@deskrl/core";
import { type Actor, AppError } from "@deskrl/domain";
import { readSessionCookie } from "./session-cookie.ts";

/**
 * Who sent a request: by bearer token, else by session cookie; null when it has neither or the session has ended.
 * @throws AppError `unauthenticated` for a token that is wrong, revoked, or a worker's
 */
export async function authenticate(core: CoreContext, headers: IncomingHttpHeaders): Promise<Actor | null> {
  if (headers.authorization) return authenticateBearer(core, headers.authorization);
  const sessionToken = readSessionCookie(headers);
  return sessionToken ? authenticateSession(core, { sessionToken }) : null;
}

/** As `authenticate`, for a route that needs somebody. @throws AppError `unauthenticated` */
export async function requireActor(core: CoreContext, headers: IncomingHttpHeaders): Promise<Actor> {
  const actor = await authenticate(core, headers);
  if (actor) return actor;
  throw new AppError("unauthenticated", "You are not signed in.", {
    where: "session cookie or authorization header",
    fix: "Sign in to the dashboard, or send `authorization: Bearer <token>`.",
  });
}

/**
 * Who logs metrics: a program with a token of scope `trainer` or `operator`. A session is not enough, so that no page of
 * another site can log with it.
 * @throws AppError `unauthenticated`
 */
export async function requireTrainer(
  core: CoreContext,
  headers: IncomingHttpHeaders,
): Promise<{ id: string; name: string }> {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const known = token ? await authenticateToken(core, { token }) : null;
  if (known && (known.scope === "trainer" || known.scope === "operator")) return known;
  throw new AppError("unauthenticated", "Logging metrics needs a token with the scope trainer.", {
    where: "authorization header",
    fix: "Send `authorization: Bearer <token>`; an admin makes one with `token.create`.",
  });
}

async function authenticateBearer(core: CoreContext, header: string): Promise<Actor> {
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  const known = token ? await authenticateToken(core, { token }) : null;
  if (!known) throw refused("The bearer token is not known or was revoked.");
  if (known.scope === "worker") throw refused("A worker's token opens the worker gateway only.");
  if (known.scope === "trainer") throw refused("A trainer's token is good for logging metrics only.");
  return { id: known.id, name: known.name, role: known.scope };
}

function refused(message: string): AppError {
  return new AppError("unauthenticated", message, {
    where: "authorization header",
    fix: "Use a token with the scope viewer or operator.",
  });
}
