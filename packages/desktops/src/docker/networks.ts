import { DESKTOPS_PER_BRIDGE, type EnvironmentTemplate } from "@deskrl/domain";
import type Docker from "dockerode";
import { networkSpec } from "./container-spec.ts";
import type { Engine } from "./engine.ts";
import { LABELS } from "./labels.ts";

type NetworkKind = EnvironmentTemplate["network"];

/**
 * The shared networks of the desktops: few of a kind, since a network each would use up the engine's address pools, and
 * more than one where there are many desktops, since a bridge has about a thousand ports and is slow long before.
 */
export interface Networks {
  /** Id of a network of the kind that has room, made when there is none. Counts as one desktop on it. */
  idOf(kind: NetworkKind): Promise<string>;
  /** Looks again the next time: a network that was known is gone. */
  forget(): void;
}

type NetworksEngine = Pick<Engine, "networks" | "createNetwork" | "removeNetwork" | "list">;

/** Starts on a network before its desktops are counted again: other workers of the machine put theirs there too. */
const COUNT_AGAIN_AFTER = 50;

export function createNetworks(
  engine: NetworksEngine,
  { perBridge = DESKTOPS_PER_BRIDGE }: { perBridge?: number } = {},
): Networks {
  /** Where the next desktops go, and how many may before it is looked again. */
  const current = new Map<NetworkKind, { id: string; left: number }>();
  const turns = new Map<NetworkKind, Promise<unknown>>();

  async function next(kind: NetworkKind): Promise<string> {
    const known = current.get(kind);
    if (known && known.left > 0) {
      known.left -= 1;
      return known.id;
    }
    const { id, room } = await findRoom(engine, kind, perBridge);
    current.set(kind, { id, left: Math.min(room, COUNT_AGAIN_AFTER) - 1 });
    return id;
  }

  return {
    idOf(kind) {
      // One after another, so that many starts at once make one network.
      const turn = (turns.get(kind) ?? Promise.resolve()).then(() => next(kind));
      turns.set(
        kind,
        turn.catch(() => {}),
      );
      return turn;
    },
    forget: () => current.clear(),
  };
}

/** The oldest network that has room, so that workers of one machine fill the same ones; a new one when all are full. */
async function findRoom(
  engine: NetworksEngine,
  kind: NetworkKind,
  perBridge: number,
): Promise<{ id: string; room: number }> {
  const label = `${LABELS.network}=${kind}`;
  const present = await engine.networks(label);
  const used = present.length === 0 ? new Map<string, number>() : await countDesktops(engine);
  const roomOf = (id: string) => perBridge - (used.get(id) ?? 0);
  const open = oldest(present.filter(({ Id }) => roomOf(Id) > 0));
  if (open) return { id: open.Id, room: roomOf(open.Id) };
  const spec = networkSpec(kind, LABELS.network);
  const name = present.length === 0 ? spec.Name : `${spec.Name}-${present.length + 1}`;
  const before = new Set(present.map(({ Id }) => Id));
  const made = await engine.createNetwork({ ...spec, Name: name }).catch(async (error: unknown) => {
    // Another worker was quicker: engines that keep names unique refuse the second.
    const quicker = oldest((await engine.networks(label)).filter(({ Id }) => !before.has(Id)));
    if (quicker) return quicker.Id;
    throw error;
  });
  // Engines that do not keep names unique made two: all take the oldest, and who made a younger one removes it.
  const others = (await engine.networks(label)).filter(({ Id }) => !before.has(Id));
  const chosen = oldest(others)?.Id ?? made;
  if (chosen !== made) await engine.removeNetwork(made);
  return { id: chosen, room: perBridge };
}

/** Desktops of all workers of this machine, by network. */
async function countDesktops(engine: NetworksEngine): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { NetworkSettings } of await engine.list([LABELS.owner])) {
    for (const { NetworkID } of Object.values(NetworkSettings?.Networks ?? {}))
      counts.set(NetworkID, (counts.get(NetworkID) ?? 0) + 1);
  }
  return counts;
}

function oldest(networks: Docker.NetworkInspectInfo[]): Docker.NetworkInspectInfo | undefined {
  return networks.toSorted((a, b) => a.Created.localeCompare(b.Created) || a.Id.localeCompare(b.Id))[0];
}
