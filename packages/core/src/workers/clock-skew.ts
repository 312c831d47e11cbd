/** The most that fits into the column: clocks that are further apart than that are as wrong as can be. */
const MAX_SKEW_MS = 2_147_483_647;

/** How far a worker's clock is ahead of ours (behind: negative). The time of the message's travel is part of it. */
export function clockSkew(sentAt: Date, now: Date): number {
  const skew = Math.round(sentAt.getTime() - now.getTime());
  return Math.max(-MAX_SKEW_MS, Math.min(MAX_SKEW_MS, skew));
}
