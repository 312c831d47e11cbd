import { join } from "node:path";
import type { AppError } from "@deskrl/domain";
import { writeFileDurably } from "../lib/write-file-durably.ts";

/** How this worker stands with its control plane, for whoever started it. */
export type ConnectionState = "connecting" | "joined" | "away" | "refused";

/** Keeps `connection.json` in the data folder true: the state, since when, and what is wrong. */
export function createConnectionNote(dataDir: string, clock: () => Date = () => new Date()) {
  const path = join(dataDir, "connection.json");
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Writes soon, in order. Never throws: a full disk must not end the worker. */
    set(state: ConnectionState, error?: AppError): void {
      const note = { state, at: clock(), pid: process.pid, ...(error ? { problem: error.toJSON() } : {}) };
      last = last.then(() => writeFileDurably(path, `${JSON.stringify(note)}\n`)).catch(() => {});
    },
    /** Resolves once all is written. */
    settled: (): Promise<unknown> => last,
  };
}
export type ConnectionNote = ReturnType<typeof createConnectionNote>;
