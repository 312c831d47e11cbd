import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Engine } from "./engine.ts";
import { LABELS } from "./labels.ts";

const EngineEvent = z.object({
  Action: z.string(),
  Actor: z.object({ ID: z.string(), Attributes: z.record(z.string(), z.string()).default({}) }),
});

const RECONNECT_MS = 500;

/**
 * Tells of every container of the owner that ended, until the signal aborts. Reconnects when the engine goes away, and
 * after each connection looks at all containers once, so that a death in between is told too.
 */
export async function watchDeaths(
  engine: Engine,
  options: {
    ownerId: string;
    signal: AbortSignal;
    onDeath: (containerId: string, reason: string) => void;
    /** Ids that should be running. */
    expected: () => Iterable<string>;
  },
): Promise<void> {
  const { ownerId, signal, onDeath, expected } = options;
  const label = `${LABELS.owner}=${ownerId}`;
  while (!signal.aborted) {
    try {
      const stream = await engine.events(label, signal);
      const before = new Set(expected());
      const present = await engine.list([label], signal);
      const running = new Set(present.filter(({ State }) => State === "running").map(({ Id }) => Id));
      for (const id of before) if (!running.has(id)) onDeath(id, "the container is not running");
      for await (const line of createInterface({ input: stream })) {
        const event = parse(line);
        if (event) onDeath(event.containerId, event.reason);
      }
    } catch {
      // The engine is away; its absence shows in every other call, here only the next try matters.
    }
    if (!signal.aborted) await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
  }
}

function parse(line: string): { containerId: string; reason: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const event = EngineEvent.safeParse(value).data;
  if (!event || (event.Action !== "die" && event.Action !== "destroy")) return null;
  const code = event.Actor.Attributes.exitCode;
  const reason =
    event.Action === "destroy"
      ? "the container was removed by someone else"
      : `the container ended${code === undefined ? "" : ` with exit code ${code}`}${code === "137" ? " (killed, perhaps out of memory)" : ""}`;
  return { containerId: event.Actor.ID, reason };
}
