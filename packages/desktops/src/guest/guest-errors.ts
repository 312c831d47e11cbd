import { AppError, type ErrorCode } from "@deskrl/domain";
import { GuestError } from "@deskrl/protocol";

const RECYCLE = "recycle the environment; its worker gives it a clean desktop";

/** Codes of a connection that was never made: what was to be sent has certainly not been carried out. */
const NEVER_SENT = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return undefined;
}

/** True when the request did not leave this machine, so that it cannot have had an effect. */
export function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return NEVER_SENT.has(codeOf(cause) ?? "");
}

/** True when the guest may have carried the request out although its answer did not arrive. */
export function answerWasLost(error: unknown): boolean {
  if (!(error instanceof AppError) || wasNeverSent(error)) return false;
  return error.code === "guest_unreachable" || error.code === "guest_timeout";
}

/** No connection, or one that broke. */
export function unreachable(where: string, cause: unknown): AppError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new AppError("guest_unreachable", `The desktop does not answer: ${detail}`, {
    where,
    fix: RECYCLE,
    cause,
  });
}

/** The guest took longer than the deadline of the call. */
export function timedOut(where: string, timeoutMs: number): AppError {
  return new AppError("guest_timeout", `The desktop did not answer within ${timeoutMs} ms`, {
    where,
    fix: RECYCLE,
  });
}

export function cancelled(where: string, cause: unknown): AppError {
  return new AppError("cancelled", "The call was cancelled", { where, cause });
}

export function isTooLarge(error: unknown): boolean {
  return codeOf(error) === "UND_ERR_RES_EXCEEDED_MAX_SIZE";
}

/** The guest answered without end; what it sent is thrown away. */
export function answeredTooMuch(where: string, maxBytes: number): AppError {
  return new AppError("guest_error", `The desktop answered more than ${maxBytes / 1024 ** 2} MiB`, {
    where,
    fix: RECYCLE,
  });
}

/** The guest answered something that its contract does not know. */
export function malformedAnswer(where: string, detail: string): AppError {
  return new AppError("guest_error", `The desktop's answer is not understood: ${detail}`, {
    where,
    fix: "rebuild the desktop image, so that it fits this version",
  });
}

const CODE_BY_STATUS: Record<number, ErrorCode> = {
  400: "invalid_input",
  404: "not_found",
  413: "invalid_input",
  504: "guest_timeout",
  507: "disk_full",
};

/** A refusal of the guest as a typed error: its own words, our code. */
export function refused(where: string, status: number, body: Uint8Array): AppError {
  const code = CODE_BY_STATUS[status] ?? "guest_error";
  const text = new TextDecoder().decode(body.subarray(0, 4_000));
  try {
    const { error } = GuestError.parse(JSON.parse(text));
    return new AppError(code, error.message, {
      where,
      ...(error.fix ? { fix: error.fix } : {}),
      cause: error,
    });
  } catch {
    return new AppError(code, `The desktop refused with status ${status}: ${text.slice(0, 300)}`, { where });
  }
}
