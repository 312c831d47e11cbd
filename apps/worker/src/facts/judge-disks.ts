import type { DiskFacts, WorkerProblem } from "@deskrl/domain";

/**
 * Below `closeMib` no further episode is taken, so that those at work can be recorded to their end; above `openMib`
 * they are again. Two marks, so that a disk at the mark does not open and close at every look.
 */
export const DISK_MARKS = { closeMib: 512, openMib: 768, closeInodes: 5_000, openInodes: 10_000 };

/** Why a worker takes no episode because of its disks, or undefined. `before`: what it said at the look before. */
export function judgeDisks(
  disks: readonly DiskFacts[],
  before: WorkerProblem | undefined,
): WorkerProblem | undefined {
  const mark = before
    ? { mib: DISK_MARKS.openMib, inodes: DISK_MARKS.openInodes }
    : { mib: DISK_MARKS.closeMib, inodes: DISK_MARKS.closeInodes };
  for (const { role, path, freeMib, freeInodes } of disks) {
    const shortOfInodes = freeInodes !== null && freeInodes < mark.inodes;
    if (freeMib >= mark.mib && !shortOfInodes) continue;
    const left = freeMib < mark.mib ? `${freeMib} MiB` : `${freeInodes} inodes`;
    const holds = role === "data" ? "the journal and the pictures" : "images and containers";
    return {
      code: "disk_full",
      message: `Takes no episode: ${left} left on the disk that holds ${holds} (${path}).`,
      fix:
        role === "data"
          ? `Free space there; at ${DISK_MARKS.openMib} MiB it goes on by itself.`
          : "Free space there: docker system df shows what images and containers hold.",
    };
  }
  return undefined;
}
