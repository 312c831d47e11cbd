import { spawn } from "node:child_process";
import { AppError } from "@deskrl/domain";
import { ROOT } from "../paths.ts";

/**
 * Runs a command of the set-up to its end, telling each line it writes.
 * @throws AppError `internal` with its last lines when it fails
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; onLine?: (line: string) => void; signal?: AbortSignal; cwd?: string },
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env,
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const lines: string[] = [];
    const take = (chunk: Buffer) => {
      for (const line of chunk
        .toString("utf8")
        .split(/[\r\n]+/)
        .filter((text) => text.trim())) {
        lines.push(line);
        options.onLine?.(line.trim());
      }
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve(lines);
      reject(
        new AppError("internal", `${command} ${args.join(" ")} ended with exit code ${code}`, {
          fix: `its last lines:\n${lines.slice(-15).join("\n")}`,
        }),
      );
    });
  });
}
