import { AppError } from "@deskrl/domain";

const FULL = new Set(["ENOSPC", "EDQUOT"]);

/** `disk_full` when there was no room for it; every other error as it is. */
export function toStoreError(error: unknown, root: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !FULL.has(String(error.code))) return error;
  return new AppError("disk_full", "There is no room left on the disk for this blob.", {
    where: root,
    fix: "Free space on that disk or move the data folder to a larger one; what is stored is untouched.",
    cause: error,
  });
}
