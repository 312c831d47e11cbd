"use client";
import type { AppRouter } from "@deskrl/api";
import { createTRPCClient, type HTTPBatchLinkOptions, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import superjson from "superjson";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** Longer than any answer takes; a request to a server that is gone must not keep its query waiting for ever. */
const ANSWER_LIMIT_MS = 30_000;

const fetchInTime: NonNullable<HTTPBatchLinkOptions<never>["fetch"]> = (url, { signal, ...init } = {}) => {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit });
};

/** The client of the control plane, on the page's own origin; the session cookie goes with each call. */
export function createApiClient() {
  return createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: "/trpc", transformer: superjson, maxURLLength: 4000, fetch: fetchInTime })],
  });
}
