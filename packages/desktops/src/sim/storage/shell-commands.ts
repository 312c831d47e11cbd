import { TextContent, textOf } from "./file-content.ts";
import { join, nameOf } from "./paths.ts";
import type { VirtualFiles } from "./virtual-files.ts";

export interface CommandContext {
  files: VirtualFiles;
  /** Makes a path absolute. */
  path: (name: string) => string;
  place: { cwd: string };
  input: string;
}

export interface CommandResult {
  exitCode: number;
  stdout?: string;
  stderr?: string;
  /** Ends the whole line. */
  exits?: boolean;
}

type Command = (args: readonly string[], context: CommandContext) => CommandResult;
const OK: CommandResult = { exitCode: 0 };

function failed(message: string, exitCode = 1): CommandResult {
  return { exitCode, stderr: `${message}\n` };
}

/** Parts options such as `-rf` from the rest. */
function split(args: readonly string[]): { flags: Set<string>; rest: string[] } {
  const isFlag = (arg: string) => arg.startsWith("-") && arg.length > 1;
  const flags = args.filter(isFlag).flatMap((arg) => [...arg.replace(/^-+/, "")]);
  return { flags: new Set(flags), rest: args.filter((arg) => !isFlag(arg)) };
}

/** Where something goes: into a folder under its own name, or to the path itself. */
function target({ files, path }: CommandContext, from: string, to: string): string {
  const whole = path(to);
  return files.isFolder(whole) ? join(whole, nameOf(path(from))) : whole;
}

function transfer(name: "cp" | "mv"): Command {
  return (args, context) => {
    const { rest } = split(args);
    const to = rest.pop();
    if (to === undefined || rest.length === 0) return failed(`${name}: it needs a source and a target`);
    for (const from of rest) {
      const source = context.path(from);
      if (!context.files.exists(source))
        return failed(`${name}: cannot stat '${from}': No such file or directory`);
      const whole = target(context, from, to);
      if (context.files.content(whole) && whole !== source) context.files.remove(whole);
      if (name === "cp") context.files.copy(source, whole);
      else context.files.move(source, whole);
    }
    return OK;
  };
}

const test: Command = (args, { files, path }) => {
  const words = args.at(-1) === "]" ? args.slice(0, -1) : [...args];
  const negated = words[0] === "!";
  const [first = "", second, third] = negated ? words.slice(1) : words;
  const holds = () => {
    if (third !== undefined)
      return second === "=" || second === "==" ? first === third : second === "!=" && first !== third;
    switch (first) {
      case "-e":
        return files.exists(path(second ?? ""));
      case "-f":
        return files.content(path(second ?? "")) !== null;
      case "-d":
        return files.isFolder(path(second ?? ""));
      case "-s":
        return (files.content(path(second ?? ""))?.bytes().length ?? 0) > 0;
      case "-n":
        return second !== "";
      case "-z":
        return second === "";
      default:
        return first !== "";
    }
  };
  return { exitCode: holds() === negated ? 1 : 0 };
};

/** The commands of a simulated desktop. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  true: () => OK,
  false: () => ({ exitCode: 1 }),
  exit: ([code = "0"]) => ({ exitCode: Number(code) || 0, exits: true }),
  sync: () => OK,
  test,
  "[": test,
  echo: (args) => ({
    exitCode: 0,
    stdout: args[0] === "-n" ? args.slice(1).join(" ") : `${args.join(" ")}\n`,
  }),
  pwd: (_args, { place }) => ({ exitCode: 0, stdout: `${place.cwd}\n` }),
  cd: ([to = "~"], { files, path, place }) => {
    if (!files.isFolder(path(to))) return failed(`cd: ${to}: No such file or directory`);
    place.cwd = path(to);
    return OK;
  },
  cat: (args, { files, path, input }) => {
    if (args.length === 0) return { exitCode: 0, stdout: input };
    return { exitCode: 0, stdout: args.map((name) => textOf(files.read(path(name)))).join("") };
  },
  wc: (args, { files, path, input }) => {
    const { flags, rest } = split(args);
    const text = rest[0] === undefined ? input : textOf(files.read(path(rest[0])));
    const count = flags.has("c") ? new TextEncoder().encode(text).length : text.split("\n").length - 1;
    return { exitCode: 0, stdout: rest[0] === undefined ? `${count}\n` : `${count} ${rest[0]}\n` };
  },
  ls: (args, { files, path }) => {
    const { flags, rest } = split(args);
    const folder = path(rest[0] ?? ".");
    if (files.content(folder)) return { exitCode: 0, stdout: `${rest[0]}\n` };
    const names = files.names(folder);
    if (!names) return failed(`ls: cannot access '${rest[0] ?? folder}': No such file or directory`, 2);
    const shown = names.filter((name) => flags.has("a") || !name.startsWith("."));
    return { exitCode: 0, stdout: shown.map((name) => `${name}\n`).join("") };
  },
  mkdir: (args, { files, path }) => {
    const { flags, rest } = split(args);
    for (const name of rest) {
      if (files.exists(path(name)) && !flags.has("p"))
        return failed(`mkdir: cannot create directory '${name}': File exists`);
      files.makeFolder(path(name));
    }
    return OK;
  },
  touch: (args, { files, path }) => {
    for (const name of args) files.write(path(name), files.content(path(name)) ?? new TextContent(""));
    return OK;
  },
  rm: (args, { files, path }) => {
    const { flags, rest } = split(args);
    for (const name of rest) {
      const whole = path(name);
      if (files.isFolder(whole) && !flags.has("r") && !flags.has("R"))
        return failed(`rm: cannot remove '${name}': Is a directory`);
      if (!files.remove(whole) && !flags.has("f"))
        return failed(`rm: cannot remove '${name}': No such file or directory`);
    }
    return OK;
  },
  cp: transfer("cp"),
  mv: transfer("mv"),
  /** Files that hold a text, with `-r` and `-l`; the text is taken as it is. */
  grep: (args, { files, path }) => {
    const { rest } = split(args);
    const [text = "", ...places] = rest;
    const found: string[] = [];
    for (const [one, content] of files.entries()) {
      const inside = places.some((place) => one === path(place) || one.startsWith(`${path(place)}/`));
      if (inside && content && (one.includes("\0") || textOf(content).includes(text))) found.push(`${one}\n`);
    }
    return { exitCode: found.length > 0 ? 0 : 1, stdout: found.join("") };
  },
};
