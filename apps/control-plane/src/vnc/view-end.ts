import { AppError } from "@deskrl/domain";
import type { VncHop } from "@deskrl/protocol";

/** How a view ended: the hop that ended it, in words. */
export interface ViewEnd {
  hop: VncHop;
  reason: string;
}

/** Remembers at which hop a part of the work failed. */
class HopError extends Error {
  readonly hop: VncHop;
  constructor(hop: VncHop, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.hop = hop;
  }
}

/** `work`, whose failure is one at `hop`. */
export async function at<T>(hop: VncHop, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new HopError(hop, error);
  }
}

/** What a failure means to the viewer. A worker that speaks for its desktop blames the desktop. */
export function endOf(error: unknown): ViewEnd {
  if (!(error instanceof HopError))
    return { hop: "gateway", reason: "the view failed; see the control plane's log" };
  const { cause } = error;
  if (!(cause instanceof AppError)) return { hop: error.hop, reason: "the connection broke" };
  return { hop: cause.code.startsWith("guest_") ? "desktop" : error.hop, reason: cause.message };
}
