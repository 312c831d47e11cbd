import { type Logger, pino } from "pino";

export type Log = Logger;

export interface CreateLogOptions {
  level: string;
}

/** One JSON object a line on standard output, each with the ids it is about. */
export function createLog({ level }: CreateLogOptions): Log {
  const options = {
    level,
    base: { app: "control-plane" },
    redact: ["password", "token", "sessionToken", "headers.authorization", "headers.cookie"],
  };
  // Written at once: what waits to be written when the process ends would be tried for ever once nobody reads any more,
  // and would be lost with a process that is killed.
  return pino(options, pino.destination({ fd: 1, sync: true }));
}
