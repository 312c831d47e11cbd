import { type CoreContext, type EpisodeDirective, episodeDirectives } from "@deskrl/core";
import type { WorkerConnection } from "../gateway/worker-connection.ts";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";

/** Tells workers which of their episodes are to stop, to be held, or to go on, once for each change. */
export class DirectiveSender {
  readonly #core: CoreContext;
  readonly #workers: WorkerRegistry;
  /** What each connection was last told, by episode; a new connection has been told nothing. */
  readonly #told = new WeakMap<WorkerConnection, Map<string, string>>();

  constructor({ core, workers }: { core: CoreContext; workers: WorkerRegistry }) {
    this.#core = core;
    this.#workers = workers;
  }

  /** One turn over every connected worker. */
  async send(): Promise<void> {
    for (const connection of this.#workers.all())
      this.#tell(connection, await episodeDirectives(this.#core, { workerId: connection.workerId }));
  }

  #tell(connection: WorkerConnection, directives: readonly EpisodeDirective[]): void {
    const before = this.#told.get(connection) ?? new Map<string, string>();
    const now = new Map<string, string>();
    for (const { episodeId, epoch, paused, cancel } of directives) {
      const told = `${epoch} ${cancel ? "cancel" : paused ? "pause" : "go on"}`;
      now.set(episodeId, told);
      if (before.get(episodeId) === told) continue;
      const claim = { episodeId, epoch: BigInt(epoch) };
      if (cancel)
        connection.send({ case: "cancelEpisode", value: { ...claim, reason: "It was cancelled." } });
      else connection.send({ case: "pauseEpisode", value: { ...claim, paused } });
    }
    this.#told.set(connection, now);
  }
}
