import { rm } from "node:fs/promises";
import { AppError } from "@deskrl/domain";
import type { TrainerMessage } from "@deskrl/protocol";
import { createBackoff } from "../lib/backoff.ts";
import { delay } from "../lib/delay.ts";
import { measureFile } from "./job-folder.ts";
import type { TrainingGateway } from "./training-gateway.ts";

const BACKOFF = { firstMs: 200, maxMs: 5_000 };

/** The files that a message names. */
function filesOf(message: TrainerMessage): { path: string; hash: string; bytes: number }[] {
  if (!("file" in message)) return [];
  return message.type === "finished" && message.pool ? [message.file, message.pool] : [message.file];
}

/**
 * Brings the files that a message names to the blob store, before anybody hears of them. Each is read from the disk and
 * must be whole. Tries again while the control plane is away.
 * @throws AppError `trainer_failed` for a file that is cut short or changed; the reason of the signal when it aborts
 */
export async function deliverFiles(
  message: TrainerMessage,
  { gateway, signal }: { gateway: TrainingGateway; signal: AbortSignal },
): Promise<void> {
  for (const file of filesOf(message)) {
    const found = await measureFile(file.path).catch(() => null);
    if (found?.hash !== file.hash || found.bytes !== file.bytes) throw notWhole(file, found?.bytes ?? null);
    const backoff = createBackoff(BACKOFF);
    for (;;) {
      signal.throwIfAborted();
      try {
        await gateway.upload(file, signal);
        break;
      } catch {
        await delay(backoff.next(), signal);
      }
    }
    await rm(file.path, { force: true });
  }
}

function notWhole({ path, bytes }: { path: string; bytes: number }, found: number | null): AppError {
  const there = found === null ? "is not there" : `has ${found} bytes on the disk`;
  return new AppError("trainer_failed", `A checkpoint of ${bytes} bytes ${there}, or its bytes are others.`, {
    where: path,
    fix: "Check the disk of the worker. The last good checkpoint stands.",
  });
}
