import { AppError } from "@deskrl/domain";
import {
  GuestAction,
  type GuestActionInput,
  GuestActionResult,
  GuestExecute,
  type GuestExecuteInput,
  GuestExecuteResult,
} from "@deskrl/protocol";
import type { z } from "zod";
import type { CallOptions } from "../types.ts";
import { sendAtMostOnce } from "./at-most-once.ts";
import type { GuestDeadlines } from "./deadlines.ts";
import type { GuestHttp } from "./guest-http.ts";

function check<T extends z.ZodType>(schema: T, input: z.input<T>, what: string): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError("invalid_input", `The ${what} is not valid: ${issue?.message ?? "unknown form"}`, {
    where: `${what}.${issue?.path.join(".") ?? ""}`,
    fix: "correct the named field; nothing was carried out",
    cause: parsed.error,
  });
}

/** Carries an action out at most once; a lost answer is the outcome `unknown`, never a second try. */
export async function act(
  http: GuestHttp,
  input: GuestActionInput,
  { signal, deadlines }: CallOptions & { deadlines: GuestDeadlines },
): Promise<GuestActionResult> {
  const body = check(GuestAction, input, "action");
  const startedAt = performance.now();
  const request = { path: "/actions", schema: GuestActionResult, body, signal, deadlines } as const;
  return (
    (await sendAtMostOnce(http, request)) ?? {
      id: body.id,
      outcome: "unknown",
      output: "",
      error: {
        code: "outcome_unknown",
        message: "The desktop's answer was lost; the action may have been carried out",
        fix: "look at the next observation before acting again",
      },
      durationMs: performance.now() - startedAt,
      replayed: false,
    }
  );
}

/** Runs a command at most once, with the same rule for a lost answer. */
export async function execute(
  http: GuestHttp,
  input: GuestExecuteInput,
  { signal, deadlines }: CallOptions & { deadlines: GuestDeadlines },
): Promise<GuestExecuteResult> {
  const body = check(GuestExecute, input, "command");
  const startedAt = performance.now();
  const request = { path: "/execute", schema: GuestExecuteResult, body, signal, deadlines } as const;
  return (
    (await sendAtMostOnce(http, request)) ?? {
      id: body.id,
      outcome: "unknown",
      exitCode: null,
      stdout: "",
      stderr: "The desktop's answer was lost; the command may have run",
      truncated: false,
      durationMs: performance.now() - startedAt,
      replayed: false,
    }
  );
}
