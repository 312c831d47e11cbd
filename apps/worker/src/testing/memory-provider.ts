import { EventEmitter, on } from "node:events";
import type { Desktop, EnvironmentProvider, ProvidedEnvironment, ProviderEvent } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";

export interface MemoryProvider extends EnvironmentProvider {
  /** What was asked of it, in order: `ensure env_1`. */
  readonly calls: string[];
  /** Failures that the next calls of a verb meet. */
  readonly failures: Partial<Record<"ensure" | "reset" | "destroy" | "reconcile", AppError[]>>;
  /** Resets wait while this is set. */
  hold: Promise<void> | null;
  use(environmentId: string): void;
  lose(environmentId: string, reason: string): void;
}

interface Held {
  generation: number;
  used: boolean;
}

/** Environments in memory, for tests of what reconciles them. Their desktops cannot be touched. */
export function createMemoryProvider(): MemoryProvider {
  const held = new Map<string, Held>();
  const events = new EventEmitter<{ changed: [ProviderEvent] }>();
  const calls: string[] = [];
  const failures: MemoryProvider["failures"] = {};
  const called = (verb: keyof MemoryProvider["failures"], environmentId = "") => {
    calls.push(`${verb} ${environmentId}`.trim());
    const failure = failures[verb]?.shift();
    if (failure) throw failure;
  };
  const view = (environmentId: string, { generation, used }: Held): ProvidedEnvironment => ({
    environmentId,
    generation,
    state: "ready",
    used,
    reason: null,
    cause: null,
  });
  const desktop = (environmentId: string): Desktop => {
    const found = held.get(environmentId);
    if (!found) throw new AppError("not_found", `no ${environmentId}`);
    const identity: Pick<Desktop, "environmentId" | "generation" | "screen"> = {
      environmentId,
      generation: found.generation,
      screen: { width: 1280, height: 720 },
    };
    return identity as Desktop;
  };
  const provider: MemoryProvider = {
    name: "docker",
    calls,
    failures,
    hold: null,
    use: (environmentId) => {
      const found = held.get(environmentId);
      if (found) found.used = true;
    },
    lose: (environmentId, reason) => {
      const found = held.get(environmentId) ?? { generation: 0, used: true };
      held.delete(environmentId);
      const cause = "environment_lost";
      const environment = { ...view(environmentId, found), state: "failed" as const, reason, cause };
      events.emit("changed", { kind: "changed", environment });
    },
    check: async () => ({ ready: true, version: "1", problem: null }),
    reconcile: async () => {
      called("reconcile");
      return { adopted: [], removed: [] };
    },
    ensure: async ({ environmentId }) => {
      called("ensure", environmentId);
      if (!held.has(environmentId)) held.set(environmentId, { generation: 1, used: false });
      return desktop(environmentId);
    },
    get: desktop,
    reset: async (environmentId) => {
      await provider.hold;
      called("reset", environmentId);
      const found = held.get(environmentId);
      if (found?.used) held.set(environmentId, { generation: found.generation + 1, used: false });
      return desktop(environmentId);
    },
    destroy: async (environmentId) => {
      called("destroy", environmentId);
      held.delete(environmentId);
    },
    list: async () => [...held].map(([id, one]) => view(id, one)),
    async *watch(signal) {
      try {
        for await (const [event] of on(events, "changed", { signal })) yield event;
      } catch {
        // The signal has aborted.
      }
    },
    close: async () => {},
  };
  return provider;
}
