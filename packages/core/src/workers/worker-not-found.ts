import { AppError } from "@deskrl/domain";

export function workerNotFound(id: string): AppError {
  return new AppError("not_found", `There is no worker ${id}.`, {
    where: "workers",
    fix: "Reload the list; it may have been removed.",
  });
}
