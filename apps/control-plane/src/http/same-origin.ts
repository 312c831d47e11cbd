import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "@deskrl/domain";

/**
 * Refuses what another site made a signed-in browser send.
 * A request with a bearer token is exempt: no browser adds one by itself.
 * @throws AppError `forbidden`
 */
export function assertSameOrigin(headers: IncomingHttpHeaders): void {
  if (headers.authorization) return;
  if (!headers.origin && !headers.cookie) return;
  if (isSameOrigin(headers)) return;
  throw new AppError("forbidden", "This request comes from another site.", {
    where: `Origin ${headers.origin ?? "missing"}`,
    fix: `Open the dashboard at the address it is served from (${headers.host ?? "unknown"}) and try there.`,
  });
}

/** True when the page that sent this was served under the host it was sent to. */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  if (!headers.origin || !URL.canParse(headers.origin)) return false;
  const { host } = new URL(headers.origin);
  return host === headers.host || host === headers["x-forwarded-host"];
}
