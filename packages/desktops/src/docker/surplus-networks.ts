import { setTimeout as sleep } from "node:timers/promises";
import type Docker from "dockerode";
import type { Engine } from "./engine.ts";
import { LABELS } from "./labels.ts";
import type { ProviderLog } from "./provider-log.ts";

type SweepEngine = Pick<Engine, "networks" | "removeNetwork" | "list">;

/** A network is surplus only after it was empty at two looks, so that one just made for a start is not taken from it. */
const LOOK_EVERY_MS = 5 * 60_000;

/** Ids of our networks without a container, of any worker of the machine; the oldest of each kind is not among them. */
export async function emptyNetworks(engine: SweepEngine): Promise<Docker.NetworkInspectInfo[]> {
  const [networks, containers] = await Promise.all([
    engine.networks(LABELS.network),
    engine.list([LABELS.owner]),
  ]);
  // By name as well: a container that has not started yet has no id of its network.
  const used = new Set(
    containers.flatMap(({ NetworkSettings }) =>
      Object.entries(NetworkSettings?.Networks ?? {}).flatMap(([name, { NetworkID }]) => [name, NetworkID]),
    ),
  );
  const byAge = networks.toSorted((a, b) => a.Created.localeCompare(b.Created) || a.Id.localeCompare(b.Id));
  const kindOf = (network: Docker.NetworkInspectInfo) => network.Labels?.[LABELS.network];
  return byAge.filter((network, index) => {
    const isFirst = byAge.findIndex((other) => kindOf(other) === kindOf(network)) === index;
    return !isFirst && !used.has(network.Id) && !used.has(network.Name);
  });
}

/**
 * Removes bridges that a time of many desktops has left empty, until the signal aborts: each holds an address pool. Only
 * networks with our label; what is in use the engine itself refuses to remove.
 */
export async function removeSurplusNetworks(
  engine: SweepEngine,
  options: {
    /** Told before a network goes, so that no start is sent to it. */
    forget: () => void;
    signal: AbortSignal;
    log: ProviderLog;
    everyMs?: number;
  },
): Promise<void> {
  const { forget, signal, log, everyMs = LOOK_EVERY_MS } = options;
  let before = new Set<string>();
  while (!signal.aborted) {
    try {
      await sleep(everyMs, undefined, { signal, ref: false });
      const empty = await emptyNetworks(engine);
      const surplus = empty.filter(({ Id }) => before.has(Id));
      before = new Set(empty.map(({ Id }) => Id));
      if (surplus.length === 0) continue;
      forget();
      for (const { Id } of surplus) await engine.removeNetwork(Id);
      log.info(
        { networks: surplus.map(({ Name }) => Name) },
        "removed bridges that no desktop uses any more",
      );
    } catch (cause) {
      if (signal.aborted) return;
      log.warn({ cause }, "could not remove bridges that no desktop uses");
    }
  }
}
