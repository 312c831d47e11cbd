import { pino } from "pino";
import type { Log } from "../lib/log.ts";

/** A log for tests that keeps what was said. */
export function createTestLog(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
