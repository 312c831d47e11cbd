import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isFinal, toProblem } from "./problem.logic.ts";

/**
 * The query client of a page. Live data arrives as patches, so nothing is fetched again on focus; lists ask again
 * on a timer of their own to correct drift.
 * @param onSignedOut called when the server no longer knows the session
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (toProblem(error).code === "unauthenticated") onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: (failures, error) => !isFinal(error) && failures < 3,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { retry: false },
    },
  });
}
