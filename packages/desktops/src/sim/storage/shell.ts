import { AppError } from "@deskrl/domain";
import { Refusal } from "../core/refusal.ts";
import { uploadedContent } from "../workbook/stored.ts";
import { TextContent, textOf } from "./file-content.ts";
import { absolutePath, HOME } from "./paths.ts";
import { COMMANDS, type CommandResult } from "./shell-commands.ts";
import { parseShell, type ShellCommand } from "./shell-words.ts";
import type { VirtualFiles } from "./virtual-files.ts";

export interface ShellResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command: a list as it is, a string as a shell line of the few commands that set-up needs, joined by `;`, `&&`
 * and `||`, with redirections to files. Anything else ends with 127 and says what there is.
 */
export function runShell(
  files: VirtualFiles,
  command: string | readonly string[],
  { cwd = HOME, stdin = "" }: { cwd?: string; stdin?: string } = {},
): ShellResult {
  const result = { exitCode: 0, stdout: "", stderr: "" };
  const place = { cwd: absolutePath(cwd) };
  let commands: ShellCommand[];
  try {
    commands =
      typeof command === "string"
        ? parseShell(command)
        : [{ join: ";", words: [...command], redirects: [], input: null }];
  } catch (error) {
    return {
      exitCode: 2,
      stdout: "",
      stderr: `sh: ${error instanceof Error ? error.message : String(error)}\n`,
    };
  }
  for (const one of commands) {
    if (one.join === "&&" && result.exitCode !== 0) continue;
    if (one.join === "||" && result.exitCode === 0) continue;
    const { exits, ...ended } = runOne(files, one, { place, stdin });
    result.exitCode = ended.exitCode;
    result.stdout += ended.stdout;
    result.stderr += ended.stderr;
    if (exits) break;
  }
  return result;
}

function runOne(
  files: VirtualFiles,
  command: ShellCommand,
  { place, stdin }: { place: { cwd: string }; stdin: string },
) {
  const path = (name: string) => absolutePath(name, place.cwd);
  const [name = "true", ...args] = command.words;
  let ended: CommandResult = { exitCode: 0 };
  try {
    const input = command.input === null ? stdin : textOf(files.read(path(command.input)));
    const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (run) ended = run(args, { files, path, place, input });
    else {
      const known = Object.keys(COMMANDS).join(", ");
      ended = {
        exitCode: 127,
        stderr: `${name}: command not found; a simulated desktop knows only: ${known}\n`,
      };
    }
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof AppError)) throw error;
    ended = { exitCode: 1, stderr: `${name}: ${error.message}\n` };
  }
  const out = { stdout: ended.stdout ?? "", stderr: ended.stderr ?? "" };
  for (const redirect of command.redirects) {
    const from = redirect.fd === 1 ? "stdout" : "stderr";
    const other = redirect.fd === 1 ? "stderr" : "stdout";
    if (redirect.to.startsWith("&")) out[other] += out[from];
    else writeOutput(files, path(redirect.to), { text: out[from], append: redirect.append });
    out[from] = "";
  }
  return { exitCode: ended.exitCode, exits: ended.exits === true, ...out };
}

function writeOutput(
  files: VirtualFiles,
  path: string,
  { text, append }: { text: string; append: boolean },
): void {
  if (path === "/dev/null") return;
  const before = append ? files.content(path) : null;
  const whole = (before ? textOf(before) : "") + text;
  files.write(
    path,
    path.endsWith(".xlsx") ? uploadedContent(path, new TextEncoder().encode(whole)) : new TextContent(whole),
  );
}
