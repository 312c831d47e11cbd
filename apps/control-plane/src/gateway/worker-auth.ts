import { Code, ConnectError, createContextKey, type Interceptor } from "@connectrpc/connect";
import { authenticateToken, type CoreContext } from "@deskrl/core";

/** How long a token is taken as good without asking the database: the longest that a revoked one goes on. */
const CACHE_MS = 5_000;

/** Id of the token that a call came with. */
export const WORKER_TOKEN = createContextKey("");

/** Lets nobody through without a worker's token. */
export function workerAuthInterceptor(core: CoreContext): Interceptor {
  const good = new Map<string, { id: string; until: number }>();
  return (next) => async (request) => {
    const token = /^Bearer (\S+)$/i.exec(request.header.get("authorization") ?? "")?.[1];
    if (!token) throw unauthenticated("The worker sent no token.");
    const now = core.clock().getTime();
    let found = good.get(token);
    if (!found || found.until <= now) {
      good.delete(token);
      const known = await authenticateToken(core, { token });
      if (!known) throw unauthenticated("The worker's token is not known or was revoked.");
      if (known.scope !== "worker")
        throw unauthenticated(`The token has the scope ${known.scope}, not worker.`);
      found = { id: known.id, until: now + CACHE_MS };
      good.set(token, found);
    }
    request.contextValues.set(WORKER_TOKEN, found.id);
    return next(request);
  };
}

function unauthenticated(message: string): ConnectError {
  return new ConnectError(
    `${message} Mint one on the Workers page and join with it: npm run worker -- --join ADDRESS --token TOKEN (or DESKRL_WORKER_TOKEN). For this machine the control plane keeps one in its data folder under tokens/worker.`,
    Code.Unauthenticated,
  );
}
