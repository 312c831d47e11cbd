/** A picture older than this is marked, so that a frozen desktop never looks alive. */
export const STALE_AFTER_MS = 3000;

/**
 * Age of a picture, by the server's clock so that a browser whose clock is wrong does not grey everything.
 * Null when there is nothing to say: fresh, or no picture.
 */
export function staleAge(options: {
  capturedAtMs: number | null;
  nowMs: number;
  clockOffsetMs: number;
}): number | null {
  const { capturedAtMs, nowMs, clockOffsetMs } = options;
  if (capturedAtMs === null || nowMs === 0) return null;
  const age = nowMs + clockOffsetMs - capturedAtMs;
  return age > STALE_AFTER_MS ? age : null;
}
