"use client";
import { useSyncExternalStore } from "react";
import type { XRange } from "./zoom.logic.ts";

/** The cursor and the drag that all panels of a board share, in units of the axis. */
export interface SyncState {
  /** Null when the pointer is over no panel. */
  cursor: number | null;
  /** The panel that has the pointer. */
  panel: string | null;
  brush: XRange | null;
  /** A drag that asks for the trajectories of its window instead of a zoom. */
  picking: boolean;
}

const NOTHING: SyncState = { cursor: null, panel: null, brush: null, picking: false };

/** Kept outside of React's state, so that moving the pointer redraws the cursor lines and no curve. */
export class ChartSync {
  private state: SyncState = NOTHING;
  private readonly listeners = new Set<() => void>();

  set(change: Partial<SyncState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  clear(): void {
    this.set(NOTHING);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get = (): SyncState => this.state;
}

const idle = (): SyncState => NOTHING;

/** What the panels share now. */
export function useChartSync(sync: ChartSync): SyncState {
  return useSyncExternalStore(sync.subscribe, sync.get, idle);
}
