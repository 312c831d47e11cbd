import { type Logger, pino } from "pino";

/** Structured log; ids go into fields (`episodeId`, `environmentId`, `runId`), never into the text alone. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error"> & { child(fields: object): Log };

/** One JSON object a line on standard output. */
export function createLog({ level, workerId }: { level: string; workerId: string }): Log {
  const options = { level, base: { workerId }, timestamp: pino.stdTimeFunctions.isoTime };
  // Written at once: what waits to be written when the process ends would be tried for ever once nobody reads any more,
  // and would be lost with a process that is killed.
  return pino(options, pino.destination({ fd: 1, sync: true }));
}
