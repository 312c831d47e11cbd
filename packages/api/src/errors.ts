import { AppError, ERROR_CODES, type ErrorCode } from "@deskrl/domain";
import { TRPCError } from "@trpc/server";
import { z } from "zod";

/** What a browser gets to know of a failure. */
export interface WireError {
  code: ErrorCode;
  message: string;
  where: string | undefined;
  fix: string | undefined;
}

const TRPC_CODES = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  499: "CLIENT_CLOSED_REQUEST",
  500: "INTERNAL_SERVER_ERROR",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
  507: "INTERNAL_SERVER_ERROR",
} as const satisfies Record<(typeof ERROR_CODES)[ErrorCode], TRPCError["code"]>;

/** Our error as tRPC's, with the status of its code; the original stays as the cause. */
export function toTrpcError(error: AppError): TRPCError {
  return new TRPCError({ code: TRPC_CODES[ERROR_CODES[error.code]], message: error.message, cause: error });
}

/**
 * A failure that nobody foresaw, as it may be shown: its text stays in the log under `errorId`.
 * @param where the procedure it happened in
 */
export function hiddenError(options: { cause: unknown; errorId: string; where: string }): AppError {
  return new AppError("internal", `Something failed on the server (error id ${options.errorId}).`, {
    where: options.where,
    fix: "Try again; if it happens again, look for the error id in the control plane's log.",
    cause: options.cause,
  });
}

/** The part of a tRPC error that goes over the wire. Never text that was not written for a person. */
export function toWireError(error: TRPCError, path: string | undefined): WireError {
  if (error.cause instanceof AppError) return wire(error.cause);
  if (error.cause instanceof z.ZodError) return wire(invalidInput(error.cause, path));
  if (error.code === "INTERNAL_SERVER_ERROR")
    return wire(new AppError("internal", "Something failed on the server.", { where: path ?? "/trpc" }));
  return wire(
    new AppError(codeOf(error), error.message, {
      where: path ?? "/trpc",
    }),
  );
}

function codeOf(error: TRPCError): ErrorCode {
  if (error.code === "NOT_FOUND") return "not_found";
  if (error.code === "UNAUTHORIZED") return "unauthenticated";
  if (error.code === "FORBIDDEN") return "forbidden";
  return "invalid_input";
}

function invalidInput(error: z.ZodError, path: string | undefined): AppError {
  const issue = error.issues[0];
  const field = issue?.path.length ? issue.path.join(".") : "input";
  return new AppError("invalid_input", `${field}: ${issue?.message ?? "does not have the expected form"}`, {
    where: path ? `${path}, field ${field}` : field,
    fix: "Correct the field and send it again.",
  });
}

/** As much of a text as a person reads; an error must not carry back what was wrong with it because it was long. */
const SHOWN_CHARACTERS = 1_000;

function shown(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length - SHOWN_CHARACTERS} more characters)`;
}

function wire({ code, message, where, fix }: AppError): WireError {
  return { code, message: shown(message), where: where && shown(where), fix: fix && shown(fix) };
}
