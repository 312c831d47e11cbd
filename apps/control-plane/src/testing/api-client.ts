import type { AppRouter } from "@deskrl/api";
import type { Actor } from "@deskrl/domain";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import superjson from "superjson";

export function createApiClient(url: string, headers: Record<string, string>) {
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/trpc`, transformer: superjson, headers })],
  });
}
export type ApiClient = ReturnType<typeof createApiClient>;

/** Signs in as a browser does and keeps its cookie. */
export async function signIn(
  url: string,
  credentials: { name: string; password: string },
): Promise<{ api: ApiClient; cookie: string; actor: Actor }> {
  let cookie = "";
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        transformer: superjson,
        headers: { origin: url },
        async fetch(input, init) {
          // The client describes requests by a narrower type of its own.
          const response = await fetch(input, init as RequestInit);
          cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
          return response;
        },
      }),
    ],
  });
  const actor = await client.auth.login.mutate(credentials);
  return { api: createApiClient(url, { cookie, origin: url }), cookie, actor };
}

/** What the wire says of a call that must fail. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ code: string; message: string; fix?: string; status: number }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof TRPCClientError) return { ...error.data.app, status: error.data.httpStatus };
    throw error;
  }
  throw new Error("the call was expected to fail");
}
