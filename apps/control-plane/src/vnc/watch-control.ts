import { type CoreContext, getEnvironment } from "@deskrl/core";
import type { EventFeed } from "../push/event-feed.ts";

/** Who drives one desktop, kept up to date. */
export interface ControlWatch {
  /** Name of the person who holds control now, or null. */
  holder(): string | null;
  onChanged(listener: () => void): () => void;
  close(): void;
}

export interface WatchControlOptions {
  core: CoreContext;
  feed: EventFeed;
  environmentId: string;
}

/**
 * Follows who holds control of a desktop. It listens before it looks, so no change falls between the two; while it
 * does not know, nobody holds control.
 */
export async function watchControl({
  core,
  feed,
  environmentId,
}: WatchControlOptions): Promise<ControlWatch> {
  let holder: string | null = null;
  let changes = 0;
  const listeners = new Set<() => void>();
  const set = (next: string | null) => {
    changes += 1;
    if (next === holder) return;
    holder = next;
    for (const listener of listeners) listener();
  };
  const close = feed.subscribe(({ events }) => {
    for (const { type, subjectId, payload } of events)
      if (type === "environment:changed" && subjectId === environmentId)
        set(typeof payload.controlledBy === "string" ? payload.controlledBy : null);
  });
  try {
    const before = changes;
    const { controlledBy } = await getEnvironment(core, { id: environmentId });
    if (changes === before) set(controlledBy);
  } catch (error) {
    close();
    throw error;
  }
  return {
    holder: () => holder,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}
