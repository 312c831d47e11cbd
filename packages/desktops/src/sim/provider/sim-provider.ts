import { EventEmitter, on } from "node:events";
import { AppError } from "@deskrl/domain";
import type { Desktop, EnvironmentProvider, EnvironmentSpec, ProviderEvent } from "../../types.ts";
import { SimEnvironment } from "./sim-environment.ts";
import { turn } from "./turn.ts";

export interface SimProviderOptions {
  /** Whose desktops these are. They live in this process, so that nothing outlives it. */
  ownerId: string;
  /** Seed of every desktop: the same one makes a trajectory's pictures again from its actions. 1 by default. */
  seed?: number;
}

const VERSION = "1";

/** Desktops simulated in this process: no engine, no image, thousands at a time. */
export function createSimProvider({ ownerId, seed = 1 }: SimProviderOptions): EnvironmentProvider {
  const environments = new Map<string, SimEnvironment>();
  const starting = new Map<string, Promise<Desktop>>();
  const generations = new Map<string, number>();
  const emitter = new EventEmitter<{ changed: [ProviderEvent] }>();
  emitter.setMaxListeners(0);
  const closing = new AbortController();

  const unknown = (environmentId: string) =>
    new AppError("not_found", `There is no environment ${environmentId}`, {
      where: `sim provider of ${ownerId}`,
      fix: "ensure it first",
    });
  const find = (environmentId: string): SimEnvironment => {
    const environment = environments.get(environmentId);
    if (!environment) throw unknown(environmentId);
    return environment;
  };

  function destroy(environmentId: string): void {
    const environment = environments.get(environmentId);
    if (!environment) return;
    environments.delete(environmentId);
    starting.delete(environmentId);
    generations.set(environmentId, environment.generation + 1);
    environment.stop();
  }

  /** Starting takes a turn of the loop, so that it can be cancelled like any other start. */
  async function start(spec: EnvironmentSpec, signal: AbortSignal | undefined): Promise<Desktop> {
    const environment = new SimEnvironment(spec, {
      seed,
      generation: generations.get(spec.environmentId) ?? 1,
      onChange: (row) => void emitter.emit("changed", { kind: "changed", environment: row }),
    });
    environments.set(spec.environmentId, environment);
    await turn();
    if (signal?.aborted && !environment.stopped) {
      destroy(spec.environmentId);
      throw new AppError("cancelled", "The start was cancelled", {
        where: spec.environmentId,
        cause: signal.reason,
      });
    }
    return environment.start();
  }

  return {
    name: "sim",
    check: async () => ({ ready: true, version: VERSION, problem: null }),
    reconcile: async () => ({ adopted: [], removed: [] }),
    async ensure(spec, { signal } = {}) {
      const before = starting.get(spec.environmentId);
      if (before) return before;
      const started = start(spec, signal);
      starting.set(spec.environmentId, started);
      try {
        await started;
      } catch (error) {
        if (starting.get(spec.environmentId) === started) starting.delete(spec.environmentId);
        throw error;
      }
      return find(spec.environmentId).desktop;
    },
    get: (environmentId) => find(environmentId).desktop,
    async reset(environmentId) {
      await starting.get(find(environmentId).environmentId);
      await turn();
      const desktop = find(environmentId).reset();
      starting.set(environmentId, Promise.resolve(desktop));
      return desktop;
    },
    destroy: async (environmentId) => destroy(environmentId),
    list: async () => [...environments.values()].map((environment) => environment.row()),
    async *watch(signal) {
      const ended = AbortSignal.any([signal, closing.signal]);
      try {
        for await (const [event] of on(emitter, "changed", { signal: ended })) yield event;
      } catch (error) {
        if (!ended.aborted) throw error;
      }
    },
    async close({ destroyAll = false } = {}) {
      closing.abort();
      if (destroyAll) for (const environmentId of [...environments.keys()]) destroy(environmentId);
    },
  };
}
