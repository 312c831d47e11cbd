import { execFile } from "node:child_process";
import type { Identity } from "./run-as.ts";

export interface Command {
  identity: Identity;
  timeoutMs: number;
}

/** Runs a program of PostgreSQL and gives its output; what it said is in the error. */
export function exec(file: string, args: string[], { identity, timeoutMs }: Command): Promise<string> {
  return new Promise((done, fail) => {
    const options = {
      ...identity,
      timeout: timeoutMs,
      // Declared as needed by the types of Next, under which the dashboard checks what it imports types from.
      env: { LC_ALL: "C", PATH: "/usr/bin:/bin", NODE_ENV: "production" as const },
      cwd: "/",
    };
    execFile(file, args, options, (error, stdout, stderr) => {
      if (!error) return done(stdout);
      fail(
        new Error(`${file.split("/").at(-1)}: ${`${stderr}${stdout}`.trim() || error.message}`, {
          cause: error,
        }),
      );
    });
  });
}
