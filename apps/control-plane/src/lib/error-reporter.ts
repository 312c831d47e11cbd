import type { Log } from "./log.ts";

/** Tells of a failure that a loop or a handler survives. */
export type ReportError = (error: unknown, name: string) => void;

/** The same failure is written at most once in this time, so that a fault that lasts does not fill the disk. */
const QUIET_MS = 30_000;

export interface ErrorReporterOptions {
  log: Pick<Log, "error">;
  clock?: () => Date;
}

/** A reporter that writes a failure whole the first time, and then, now and again, how often it came since. */
export function createErrorReporter({ log, clock = () => new Date() }: ErrorReporterOptions): ReportError {
  const known = new Map<string, { quietUntil: number; repeated: number }>();
  return (error, name) => {
    const now = clock().getTime();
    const key = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    const before = known.get(key);
    if (before && before.quietUntil > now) {
      before.repeated += 1;
      return;
    }
    if (known.size >= 1_000) known.clear();
    known.set(key, { quietUntil: now + QUIET_MS, repeated: 0 });
    log.error({ err: error, name, repeated: before?.repeated ?? 0 }, `${name} failed`);
  };
}
