import { AppError, type EnvironmentTemplate } from "@deskrl/domain";
import { NETWORK_NAMES, networkSpec } from "./container-spec.ts";
import type { Engine } from "./engine.ts";
import { isConflict } from "./engine-errors.ts";
import { LABELS } from "./labels.ts";

/**
 * Makes the shared network of the kind when it is not there. One network for all desktops of a kind: a network each
 * would use up the engine's address pools after some thirty.
 * @throws AppError conflict when a network of that name is not ours
 */
export async function ensureNetwork(
  engine: Engine,
  kind: EnvironmentTemplate["network"],
  signal?: AbortSignal,
): Promise<void> {
  const name = NETWORK_NAMES[kind];
  let network = await engine.network(name, signal);
  if (!network) {
    await engine.createNetwork(networkSpec(kind, LABELS.network), signal).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
    });
    network = await engine.network(name, signal);
  }
  if (network?.Labels?.[LABELS.network] === kind) return;
  throw new AppError("conflict", `The Docker network ${name} exists and was not made by DeskRL`, {
    where: `docker: network ${name}`,
    fix: `rename or remove it with \`docker network rm ${name}\``,
  });
}
