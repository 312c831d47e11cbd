import { AppError } from "@deskrl/domain";

/** Live views that one person, or program, may have open at a time. Each is a tunnel, and a desktop that draws for it. */
export const VIEWS_PER_ACTOR = 24;
/** And all of them together, on one control plane. */
export const VIEWS_IN_ALL = 400;

export interface ViewCounts {
  /** Open views and unused tickets of the one who asks. */
  own: number;
  all: number;
}

/** @throws AppError `rate_limited` when one more would be too many, with what to do instead */
export function assertWithinBudget({ own, all }: ViewCounts, where: string): void {
  if (own >= VIEWS_PER_ACTOR)
    throw new AppError("rate_limited", `You have ${own} live views open; ${VIEWS_PER_ACTOR} is the limit.`, {
      where,
      fix: "Close some of them. The fleet page shows every desktop without one, a picture a second.",
    });
  if (all >= VIEWS_IN_ALL)
    throw new AppError("rate_limited", `${all} live views are open on this server; that is the limit.`, {
      where,
      fix: "Try again when others have closed theirs, or watch the desktop on the fleet page.",
    });
}
