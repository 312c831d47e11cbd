import type { EnvironmentTemplate } from "@deskrl/domain";
import type Docker from "dockerode";
import { networkSpec } from "./container-spec.ts";
import type { Engine } from "./engine.ts";
import { LABELS } from "./labels.ts";

type NetworkKind = EnvironmentTemplate["network"];

/** The shared networks of the desktops: one of a kind, since a network each would use up the engine's address pools. */
export interface Networks {
  /** Id of the network of the kind, made when there is none. */
  idOf(kind: NetworkKind): Promise<string>;
  /** Looks again the next time: the network that was known is gone. */
  forget(): void;
}

export function createNetworks(engine: Engine): Networks {
  const known = new Map<NetworkKind, Promise<string>>();
  return {
    idOf(kind) {
      const present = known.get(kind);
      if (present) return present;
      const looking = findOrCreate(engine, kind);
      known.set(kind, looking);
      looking.catch(() => known.delete(kind));
      return looking;
    },
    forget: () => known.clear(),
  };
}

/**
 * Network names are not unique to the engine: two workers that begin at once both make one. All then take the
 * oldest, and who made a younger one removes it again.
 */
async function findOrCreate(engine: Engine, kind: NetworkKind): Promise<string> {
  const label = `${LABELS.network}=${kind}`;
  const present = oldest(await engine.networks(label));
  if (present) return present.Id;
  const made = await engine.createNetwork(networkSpec(kind, LABELS.network));
  const chosen = oldest(await engine.networks(label))?.Id ?? made;
  if (chosen !== made) await engine.removeNetwork(made);
  return chosen;
}

function oldest(networks: Docker.NetworkInspectInfo[]): Docker.NetworkInspectInfo | undefined {
  return networks.toSorted((a, b) => a.Created.localeCompare(b.Created) || a.Id.localeCompare(b.Id))[0];
}
