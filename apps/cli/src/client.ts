import type { AppRouter } from "@deskrl/api";
import { AppError, ERROR_CODES, type ErrorCode } from "@deskrl/domain";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import superjson from "superjson";

/** A typed client of a control plane, with a token instead of a cookie. */
export function createClient(options: { url: string; token: string }) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${options.url}/trpc`,
        transformer: superjson,
        headers: { authorization: `Bearer ${options.token}` },
      }),
    ],
  });
}
export type Client = ReturnType<typeof createClient>;

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && value in ERROR_CODES;
}

/** The server's typed error behind a failed call. */
export function fromServer(error: unknown): AppError {
  if (error instanceof TRPCClientError) {
    const app: unknown = error.data?.app;
    if (typeof app === "object" && app !== null && "code" in app && isErrorCode(app.code)) {
      const text = (key: string) => {
        const value: unknown = Reflect.get(app, key);
        return typeof value === "string" ? value : undefined;
      };
      const where = text("where");
      const fix = text("fix");
      return new AppError(app.code, text("message") ?? error.message, {
        ...(where ? { where } : {}),
        ...(fix ? { fix } : {}),
        cause: error,
      });
    }
  }
  return AppError.from(error);
}
