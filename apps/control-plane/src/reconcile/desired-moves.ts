import type { Event } from "@deskrl/domain";

/**
 * Tells events that change what a worker is to hold from the many that only say what a desktop does. It remembers what
 * was wanted of each desktop last, so that a fleet at work does not read all its rows for every step of it.
 */
export class DesiredMoves {
  readonly #wanted = new Map<string, string>();

  /** Whether this event changes a wish. The first event of a desktop does. */
  moves({ type, subjectId, payload }: Event): boolean {
    if (type !== "environment:changed") return false;
    const wanted = `${payload.desiredState} ${payload.recycleCount} ${payload.workerId}`;
    if (payload.state === "stopped") this.#wanted.delete(subjectId);
    else if (this.#wanted.get(subjectId) === wanted) return false;
    else this.#wanted.set(subjectId, wanted);
    return true;
  }
}
