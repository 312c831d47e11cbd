import { AppError, type Size } from "@deskrl/domain";
import { GuestAction, type GuestActionResult, GuestExecute, type GuestExecuteResult } from "@deskrl/protocol";
import type { z } from "zod";
import type { CallOptions, Desktop, WindowMatch } from "../../types.ts";
import { Refusal } from "../core/refusal.ts";
import type { SimDesktop } from "../core/sim-desktop.ts";
import type { SimWindow } from "../core/sim-window.ts";
import { LatestScreenshot } from "../drawing/latest-screenshot.ts";
import { OperationLog } from "../recording/operation-log.ts";
import { type RecordedSim, recordedSim } from "../recording/recorded-sim.ts";
import { createRfbStream } from "../rfb/rfb-stream.ts";
import { absolutePath } from "../storage/paths.ts";
import { Answers } from "./at-most-once.ts";
import { turn } from "./turn.ts";

export interface SimGuestOptions {
  environmentId: string;
  generation: number;
  screen: Size;
  /** Nothing was done to it yet. */
  sim: SimDesktop;
  /** Of the desktop. */
  seed: number;
  /** Called before anything that may change the desktop. */
  onUse: () => void;
  /** Throws when this desktop may not be used any more. */
  assertCurrent: () => void;
}

/** The first of the two actions of a typing step is a click, named after the step. */
const FIRST_PART = ".click";

/** A `Desktop` over a simulated one, in the same process. */
export function createSimGuest({
  environmentId,
  generation,
  screen,
  sim: unrecorded,
  seed,
  onUse,
  assertCurrent,
}: SimGuestOptions): Desktop {
  const recorder = new OperationLog({ seed, screen, digest: () => unrecorded.digest() });
  const sim = recordedSim(unrecorded, recorder);
  const actions = new Answers<GuestActionResult>();
  const commands = new Answers<GuestExecuteResult>();
  const listeners = new Set<() => void>();
  const screenshots = new LatestScreenshot(sim.desk);

  /** Every call goes through here: it is refused when it comes too late, and what fails is an `AppError`. */
  async function call<T>({ signal }: CallOptions, uses: boolean, run: () => T | Promise<T>): Promise<T> {
    if (signal?.aborted)
      throw new AppError("cancelled", "The call was cancelled", {
        where: environmentId,
        cause: signal.reason,
      });
    await turn();
    assertCurrent();
    if (uses) onUse();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new AppError(error.code, error.message, {
        where: environmentId,
        ...(error.fix ? { fix: error.fix } : {}),
        cause: error,
      });
    } finally {
      if (uses) tellViewers();
    }
  }

  function tellViewers(): void {
    screenshots.forget();
    for (const listener of listeners) listener();
  }

  /** Viewers live longer than a call: each asks by itself whether the desktop is still the current one. */
  function isCurrent(): boolean {
    try {
      assertCurrent();
      return true;
    } catch {
      return false;
    }
  }

  function windowOf(match: WindowMatch): SimWindow {
    const wanted = match.title.toLowerCase();
    const found = sim.desk.windows.findLast(({ app }) => {
      const value = (match.byClass ? app.name : app.title()).toLowerCase();
      return match.strict ? value === wanted : value.includes(wanted);
    });
    if (found) return found;
    const open = sim.desk.windows.map(({ app }) => `'${app.title()}'`).join(", ") || "none";
    throw new AppError("not_found", `There is no window '${match.title}'`, {
      where: environmentId,
      fix: `windows now: ${open}`,
    });
  }

  return {
    environmentId,
    generation,
    screen,
    recorder,
    screenshot: (options = {}) => call(options, false, () => screenshots.take(options)),
    observe: (options = {}) => call(options, false, () => sim.observe(options)),
    act: (input, options = {}) =>
      call(options, true, () => {
        const action = checked(GuestAction, input, "action");
        return actions.once(action.id, async () => {
          const startedAt = performance.now();
          const result = sim.act(action, { partial: action.id.endsWith(FIRST_PART) });
          return { id: action.id, ...result, durationMs: performance.now() - startedAt, replayed: false };
        });
      }),
    execute: (input, options = {}) =>
      call(options, true, () => {
        const command = checked(GuestExecute, input, "command");
        return commands.once(command.id, async () => execute(sim, command));
      }),
    open: (target, options = {}) =>
      call(options, true, () => {
        const window = "path" in target ? sim.openPath(target.path) : sim.openApp(target.app);
        return { windowId: window.id, title: window.app.title(), app: window.app.name };
      }),
    activateWindow: (match, options = {}) => call(options, true, () => sim.raiseWindow(windowOf(match).id)),
    closeWindow: (match, options = {}) => call(options, true, () => sim.closeWindow(windowOf(match).id)),
    saveDocuments: (options = {}) => call(options, true, () => sim.saveDocuments()),
    files: {
      read: (path, options = {}) => call(options, false, () => Uint8Array.from(sim.readFile(path))),
      write: (path, bytes, options = {}) =>
        call(options, true, () => sim.writeFile(path, Uint8Array.from(bytes))),
      remove: (path, options = {}) => call(options, true, () => sim.removeFile(path)),
      list: (path, options = {}) =>
        call(options, false, () => sim.desk.files.list(absolutePath(path), options.recursive ?? false)),
    },
    clipboard: {
      read: (options = {}) => call(options, false, () => sim.desk.clipboard.text),
      write: (text, options = {}) => call(options, true, () => sim.setClipboard(text)),
    },
    rfb: (options = {}) =>
      call(options, true, () =>
        createRfbStream({
          sim,
          isCurrent,
          changed: tellViewers,
          onChange(listener) {
            listeners.add(listener);
            return () => void listeners.delete(listener);
          },
        }),
      ),
  };
}

function checked<T extends z.ZodType>(schema: T, input: z.input<T>, what: string): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError("invalid_input", `The ${what} is not valid: ${issue?.message ?? "unknown form"}`, {
    where: `${what}.${issue?.path.join(".") ?? ""}`,
    fix: "correct the named field; nothing was carried out",
    cause: parsed.error,
  });
}

function execute(sim: RecordedSim, command: z.output<typeof GuestExecute>): GuestExecuteResult {
  const startedAt = performance.now();
  const options = {
    ...(command.cwd ? { cwd: command.cwd } : {}),
    ...(command.stdin ? { stdin: command.stdin } : {}),
  };
  const result = sim.execute(command.command, options);
  return {
    id: command.id,
    outcome: "ok",
    truncated: false,
    durationMs: performance.now() - startedAt,
    replayed: false,
    ...result,
  };
}
