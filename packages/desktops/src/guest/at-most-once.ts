import { setTimeout as sleep } from "node:timers/promises";
import { GuestHealth } from "@deskrl/protocol";
import type { z } from "zod";
import type { GuestDeadlines } from "./deadlines.ts";
import { answerWasLost, cancelled } from "./guest-errors.ts";
import type { GuestHttp } from "./guest-http.ts";

export interface AtMostOnceRequest<T extends z.ZodType> {
  path: "/actions" | "/execute";
  schema: T;
  body: { id: string; timeoutMs: number };
  signal: AbortSignal | undefined;
  deadlines: GuestDeadlines;
}

/**
 * Sends something that must happen once or not at all. When the answer is lost, asks again with the same id: the guest
 * answers the first result and does not act a second time. Null: the outcome cannot be known.
 *
 * A guest server that was started anew has forgotten its ids, so it is not asked again.
 * @throws AppError when the guest refused it, it never left this machine, or the caller cancelled
 */
export async function sendAtMostOnce<T extends z.ZodType>(
  http: GuestHttp,
  { path, schema, body, signal, deadlines }: AtMostOnceRequest<T>,
): Promise<z.output<T> | null> {
  const sentAt = performance.now();
  const post = (timeoutMs: number) =>
    http.json(schema, { method: "POST", path, json: body, timeoutMs, signal });
  try {
    return await post(body.timeoutMs + deadlines.graceMs);
  } catch (error) {
    if (!answerWasLost(error)) throw error;
  }
  const giveUpAt = performance.now() + deadlines.replayMs;
  for (let pauseMs = 50; ; pauseMs *= 2) {
    const leftMs = giveUpAt - performance.now();
    if (http.closed || leftMs <= pauseMs) return null;
    await sleep(pauseMs, undefined, { signal }).catch((error: unknown) => {
      throw cancelled(path, error);
    });
    try {
      if (await restartedSince(http, sentAt, { timeoutMs: leftMs, signal })) return null;
      return await post(Math.ceil(leftMs));
    } catch (error) {
      if (signal?.aborted) throw error;
    }
  }
}

async function restartedSince(
  http: GuestHttp,
  sentAt: number,
  options: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  const health = await http.json(GuestHealth, {
    method: "GET",
    path: "/health",
    timeoutMs: Math.ceil(options.timeoutMs),
    signal: options.signal,
  });
  return health.uptimeMs < performance.now() - sentAt;
}
