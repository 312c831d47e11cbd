import type { ErrorCode } from "@deskrl/domain";

/** An action that the simulated desktop does not carry out: an outcome for the agent, not a fault of the machinery. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, fix?: string) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

/** The application cannot do it, or it would change nothing; everything is as it was. */
export function refused(message: string, fix?: string): Refusal {
  return new Refusal("action_failed", message, fix);
}

/** One argument of a tool is wrong: its name, the value received and what is allowed instead. */
export function badArgument(name: string, received: unknown, allowed: string): Refusal {
  const text = JSON.stringify(received) ?? "undefined";
  const shown = text.length > 120 ? `${text.slice(0, 117)}...` : text;
  return new Refusal(
    "tool_arguments_invalid",
    `${name} is ${shown}, which is not allowed.`,
    `Give ${allowed}.`,
  );
}
