import { AppError, ERROR_CODES, type ErrorCode, newId } from "@deskrl/domain";
import type { EnvironmentCommand } from "@deskrl/protocol";
import type { CommandResult } from "@deskrl/protocol/worker-gateway";
import { z } from "zod";
import type { WorkerRegistry } from "./worker-registry.ts";

/** How long a desktop has to carry out a one-off command. */
export const COMMAND_TIMEOUT_MS = 15_000;

const WireAppError = z.object({
  code: z.string().transform((code): ErrorCode => (isErrorCode(code) ? code : "internal")),
  message: z.string(),
  where: z.string().optional(),
  fix: z.string().optional(),
});

function isErrorCode(code: string): code is ErrorCode {
  return code in ERROR_CODES;
}

interface Waiting {
  resolve: (resultJson: string) => void;
  reject: (error: AppError) => void;
}

/** Sends one-off commands to desktops and waits for their answers. */
export class EnvironmentCommander {
  readonly #workers: WorkerRegistry;
  readonly #waiting = new Map<string, Waiting>();

  constructor(workers: WorkerRegistry) {
    this.#workers = workers;
  }

  /**
   * The command's result as JSON text.
   * @throws AppError `worker_unavailable`, `guest_timeout`, or the worker's own error
   */
  async execute(options: {
    workerId: string;
    environmentId: string;
    command: EnvironmentCommand;
  }): Promise<string> {
    const { environmentId, command } = options;
    const connection = this.#workers.get(options.workerId);
    if (!connection) throw disconnected(environmentId);
    const commandId = newId("action");
    const ended = AbortSignal.any([connection.signal, AbortSignal.timeout(COMMAND_TIMEOUT_MS)]);
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#waiting.set(commandId, { resolve, reject });
        ended.addEventListener("abort", () =>
          reject(connection.closed ? disconnected(environmentId) : unanswered(environmentId)),
        );
        const value = { commandId, environmentId, commandJson: JSON.stringify(command) };
        if (!connection.send({ case: "command", value })) reject(disconnected(environmentId));
      });
    } finally {
      this.#waiting.delete(commandId);
    }
  }

  /** A worker has answered. An answer that came too late is dropped. */
  settle({ commandId, errorJson, resultJson }: CommandResult): void {
    const waiting = this.#waiting.get(commandId);
    if (!waiting) return;
    if (!errorJson) {
      waiting.resolve(resultJson);
      return;
    }
    const { code, message, where, fix } = WireAppError.parse(JSON.parse(errorJson));
    waiting.reject(new AppError(code, message, { ...(where ? { where } : {}), ...(fix ? { fix } : {}) }));
  }
}

function disconnected(environmentId: string): AppError {
  return new AppError("worker_unavailable", "The worker that holds this desktop is not connected.", {
    where: environmentId,
    fix: "Wait until it is back, or start it again.",
  });
}

function unanswered(environmentId: string): AppError {
  return new AppError("guest_timeout", "The desktop did not answer in time.", {
    where: environmentId,
    fix: "Try again; recycle the desktop if it stays like this.",
  });
}
