/** Every code an error of ours can carry, with the HTTP status it maps to. One table, so that they cannot drift. */
export const ERROR_CODES = {
  invalid_input: 400,
  unauthenticated: 401,
  wrong_password: 401,
  ticket_expired: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  fenced: 409,
  rate_limited: 429,
  task_malformed: 422,
  evaluator_unknown: 422,
  tool_arguments_invalid: 422,
  tool_not_offered: 422,
  action_out_of_screen: 422,
  action_failed: 422,
  engine_unavailable: 503,
  engine_timeout: 504,
  image_missing: 503,
  environment_start_failed: 503,
  guest_unreachable: 503,
  guest_timeout: 504,
  guest_error: 502,
  outcome_unknown: 502,
  checkpoint_invalid: 422,
  trainer_failed: 502,
  trainer_diverged: 422,
  trainer_stalled: 504,
  disk_full: 507,
  no_capacity: 503,
  worker_unavailable: 503,
  database_unavailable: 503,
  cancelled: 499,
  internal: 500,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

export interface AppErrorOptions {
  /** Where it happened: a file and field, an environment, a route. */
  where?: string;
  /** What the reader can do about it, as an instruction. */
  fix?: string;
  cause?: unknown;
}

/**
 * An expected failure: what, where, what to do, and a typed code. Bugs throw plain errors; those become `internal`
 * at the border and their text stays on the server.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly where: string | undefined;
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.where = options.where;
    this.fix = options.fix;
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERROR_CODES[this.code];
  }

  /** The whole message for a person: what, where, what to do. */
  describe(): string {
    return [this.message, this.where && `Where: ${this.where}.`, this.fix && `What to do: ${this.fix}`]
      .filter(Boolean)
      .join(" ");
  }

  toJSON() {
    return { code: this.code, message: this.message, where: this.where, fix: this.fix };
  }

  /** The error itself when it is ours, else an `internal` one that keeps the original as its cause. */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new AppError("internal", message, { cause: error });
  }
}
