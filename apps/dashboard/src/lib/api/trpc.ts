"use client";
import type { AppRouter } from "@deskrl/api";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import superjson from "superjson";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** The client of the control plane, on the page's own origin; the session cookie goes with each call. */
export function createApiClient() {
  return createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: "/trpc", transformer: superjson, maxURLLength: 4000 })],
  });
}
