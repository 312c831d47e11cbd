import { AppError } from "@deskrl/domain";

export const ENGINE_FIX = "run `npm run setup:docker`, then `docker info` must answer";

function statusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null) return null;
  return "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : null;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The engine says that the thing is not there. */
export function isMissing(error: unknown): boolean {
  const original = error instanceof AppError ? error.cause : error;
  return statusOf(original) === 404;
}

/** The thing is already as asked, or on its way there (stopped, being removed, name taken by itself). */
export function isConflict(error: unknown): boolean {
  const original = error instanceof AppError ? error.cause : error;
  const status = statusOf(original);
  return status === 409 || status === 304;
}

/** The published port is held by someone else. A matter of trying another one. */
export function isPortCollision(error: unknown): boolean {
  return /port is already allocated|address already in use|bind: permission denied/i.test(textOf(error));
}

/** Brings an error of the engine or of the connection to it into our codes. */
export function engineError(error: unknown, call: string): AppError {
  if (error instanceof AppError) return error;
  const text = textOf(error);
  const where = `docker: ${call}`;
  if (/no space left on device|ENOSPC/i.test(text)) {
    const fix = "free space under the Docker root (`docker system df`), then start again";
    return new AppError("disk_full", `No space left on the Docker disk: ${text}`, {
      where,
      fix,
      cause: error,
    });
  }
  if (/No such image|manifest unknown/i.test(text)) return imageMissing(text, error);
  if (/non-overlapping IPv4 address pool/i.test(text)) {
    const message = "Docker has no address pool left for another network";
    const fix = "remove unused networks with `docker network prune`, or widen `default-address-pools`";
    return new AppError("no_capacity", message, { where, fix, cause: error });
  }
  if (statusOf(error) === null) {
    const message = `No Docker engine answers: ${text}`;
    return new AppError("engine_unavailable", message, { where, fix: ENGINE_FIX, cause: error });
  }
  return new AppError("environment_start_failed", `Docker refused: ${text.trim()}`, { where, cause: error });
}

export function imageMissing(image: string, cause?: unknown): AppError {
  return new AppError("image_missing", `The desktop image is not on this machine: ${image}`, {
    where: "docker: image",
    fix: "build it with `bash infra/images/build-desktop.sh`, or name another image",
    cause,
  });
}

export function engineTimeout(call: string, timeoutMs: number): AppError {
  return new AppError("engine_timeout", `Docker did not answer "${call}" within ${timeoutMs} ms`, {
    where: `docker: ${call}`,
    fix: "look at `docker info` and the engine's log; restart it with `systemctl restart docker` when it hangs",
  });
}
