import type { Logger } from "pino";

/** Structured log; ids go into fields (`episodeId`, `environmentId`, `runId`), never into the text alone. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error"> & { child(fields: object): Log };
