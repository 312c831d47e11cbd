import { AppError, type INVALID_CAUSES, InvalidCause } from "@deskrl/domain";

/** Ends an episode without a verdict on the policy: the machinery broke, or a person intervened. */
export class InvalidEpisodeError extends Error {
  override readonly name = "InvalidEpisodeError";
  readonly invalidCause: InvalidCause;

  constructor(invalidCause: InvalidCause, reason: string, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.invalidCause = invalidCause;
  }

  /**
   * Gives any error its cause: that of our own errors by their code, `disk_full` for a full disk wherever it shows, and
   * `fallback` for the rest.
   */
  static from(error: unknown, fallback: InvalidCause): InvalidEpisodeError {
    if (error instanceof InvalidEpisodeError) return error;
    if (isDiskFull(error)) {
      return new InvalidEpisodeError("disk_full", `The disk is full: ${messageOf(error)}`, { cause: error });
    }
    if (!(error instanceof AppError))
      return new InvalidEpisodeError(fallback, messageOf(error), { cause: error });
    const cause = InvalidCause.safeParse(CAUSE_OF_CODE[error.code] ?? error.code);
    const ofCode = cause.success && error.code !== "internal" ? cause.data : fallback;
    return new InvalidEpisodeError(ofCode, error.describe(), { cause: error });
  }
}

/** Codes of our errors that are called otherwise as a cause; all that are named alike need no entry. */
const CAUSE_OF_CODE: Readonly<Record<string, (typeof INVALID_CAUSES)[number]>> = {
  image_missing: "environment_start_failed",
  outcome_unknown: "guest_unreachable",
};

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT" || isDiskFull(error.cause);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
