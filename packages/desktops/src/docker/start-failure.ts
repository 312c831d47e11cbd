import { AppError } from "@deskrl/domain";
import { describeHost, type HostFacts } from "./host-facts.ts";

/** The parts of a start, each with a clock of its own. */
export type StartPhase = "create" | "start" | "boot" | "desktop";

/** The record of a start that failed: enough to find the cause without having been there. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
  readonly phase: StartPhase;
  readonly elapsedMs: number;
  readonly logTail: string;
  readonly host: HostFacts;

  constructor(fields: {
    phase: StartPhase;
    elapsedMs: number;
    logTail: string;
    host: HostFacts;
    cause: unknown;
  }) {
    super(fields.cause instanceof Error ? fields.cause.message : String(fields.cause), {
      cause: fields.cause,
    });
    this.phase = fields.phase;
    this.elapsedMs = fields.elapsedMs;
    this.logTail = fields.logTail;
    this.host = fields.host;
  }
}

/** The error a caller sees. Errors that name their cause already (engine gone, disk full) keep their code. */
export function startFailed(failure: StartFailure, name: string): AppError {
  const { cause } = failure;
  if (cause instanceof AppError && cause.code !== "environment_start_failed") return cause;
  const log = failure.logTail.trim();
  const message = [
    `The desktop failed to start in phase "${failure.phase}" after ${Math.round(failure.elapsedMs)} ms: ${failure.message}.`,
    `Host: ${describeHost(failure.host)}.`,
    log ? `Last lines of its log:\n${log}` : "Its log is empty.",
  ].join(" ");
  return new AppError("environment_start_failed", message, {
    where: name,
    fix: "read the log lines; with little memory or a high load, run fewer desktops or raise the deadlines",
    cause: failure,
  });
}
