import type { Rejection } from "./read-register.ts";
import type { WorkerConnection } from "./worker-connection.ts";

/** To a connection that a newer one of the same worker has replaced. A worker that dialled again by itself never reads it. */
export const SUPERSEDED: Rejection = {
  code: "fenced",
  message: "Another process has joined as this worker, with the same id and secret.",
  fix: "Run one worker on a data folder. A folder that was copied: remove worker-id and worker-secret in the copy.",
};

/** To a worker that a person has taken off the list. */
export const REMOVED: Rejection = {
  code: "fenced",
  message: "This worker was removed from the control plane.",
  fix: "Start it again to join as a new one; if its token was revoked with it, with a new token.",
};

/** The workers that are connected to this control plane now, one connection each. */
export class WorkerRegistry {
  readonly #connections = new Map<string, WorkerConnection>();

  /** Takes in a connection. An older one of the same worker is ended: the newest life of a worker is the true one. */
  add(connection: WorkerConnection): void {
    const older = this.#connections.get(connection.workerId);
    this.#connections.set(connection.workerId, connection);
    older?.reject(SUPERSEDED);
    connection.signal.addEventListener("abort", () => {
      if (this.#connections.get(connection.workerId) === connection)
        this.#connections.delete(connection.workerId);
    });
  }

  get(workerId: string): WorkerConnection | undefined {
    return this.#connections.get(workerId);
  }

  /** The worker that was told to keep this desktop. */
  holderOf(environmentId: string): WorkerConnection | undefined {
    return this.all().find((connection) => connection.environmentIds.has(environmentId));
  }

  all(): WorkerConnection[] {
    return [...this.#connections.values()];
  }

  closeAll(): void {
    for (const connection of this.all()) connection.close();
  }
}
