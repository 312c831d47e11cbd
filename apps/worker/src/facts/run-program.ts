import { execFile } from "node:child_process";

const TIMEOUT_MS = 8_000;

/** What a program printed; null when it is not there. @throws its last words when it failed or took too long */
export function runProgram(
  command: string,
  args: readonly string[],
  { timeoutMs = TIMEOUT_MS, input = "" }: { timeoutMs?: number; input?: string } = {},
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { timeout: timeoutMs, killSignal: "SIGKILL" },
      (error, stdout, stderr) => {
        if (!error) resolve(stdout);
        else if (error.code === "ENOENT") resolve(null);
        else reject(new Error(stderr.trim().split("\n").at(-1) || error.message));
      },
    );
    // A program that ends without reading is no error of ours.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
