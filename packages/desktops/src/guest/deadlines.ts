/** Milliseconds each kind of guest call may take. Calls with a `timeoutMs` of their own get `graceMs` on top of it. */
export interface GuestDeadlines {
  healthMs: number;
  screenshotMs: number;
  observeMs: number;
  filesMs: number;
  clipboardMs: number;
  windowsMs: number;
  documentsMs: number;
  rfbMs: number;
  graceMs: number;
  /** Asking again for the result of an action whose answer was lost, all tries together. */
  replayMs: number;
}

export const GUEST_DEADLINES: GuestDeadlines = {
  healthMs: 5_000,
  screenshotMs: 10_000,
  observeMs: 20_000,
  filesMs: 60_000,
  clipboardMs: 10_000,
  windowsMs: 20_000,
  documentsMs: 60_000,
  rfbMs: 10_000,
  graceMs: 5_000,
  replayMs: 10_000,
};
