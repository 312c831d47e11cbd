import { type Logger, pino } from "pino";

export type Log = Logger;

export interface CreateLogOptions {
  level: string;
}

/** One JSON object a line on standard output, each with the ids it is about. */
export function createLog({ level }: CreateLogOptions): Log {
  return pino({
    level,
    base: { app: "control-plane" },
    redact: ["password", "token", "sessionToken", "headers.authorization", "headers.cookie"],
  });
}
