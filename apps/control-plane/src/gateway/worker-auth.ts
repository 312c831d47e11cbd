import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { authenticateToken, type CoreContext } from "@deskrl/core";

/** How long a token is taken as good without asking the database: the longest that a revoked one goes on. */
const CACHE_MS = 5_000;

/** Lets nobody through without a worker's token. */
export function workerAuthInterceptor(core: CoreContext): Interceptor {
  const goodUntil = new Map<string, number>();
  return (next) => async (request) => {
    const token = /^Bearer (\S+)$/i.exec(request.header.get("authorization") ?? "")?.[1];
    if (!token) throw unauthenticated("The worker sent no token.");
    const now = core.clock().getTime();
    if ((goodUntil.get(token) ?? 0) <= now) {
      goodUntil.delete(token);
      const known = await authenticateToken(core, { token });
      if (!known) throw unauthenticated("The worker's token is not known or was revoked.");
      if (known.scope !== "worker")
        throw unauthenticated(`The token has the scope ${known.scope}, not worker.`);
      goodUntil.set(token, now + CACHE_MS);
    }
    return next(request);
  };
}

function unauthenticated(message: string): ConnectError {
  return new ConnectError(
    `${message} Set DESKRL_WORKER_TOKEN to a token with the scope worker: the control plane keeps one in its data folder under tokens/worker.`,
    Code.Unauthenticated,
  );
}
