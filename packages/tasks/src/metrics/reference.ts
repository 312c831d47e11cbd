import { CorruptFile } from "../documents/corrupt-file.ts";

/**
 * Reads the file that a result is compared with. If that one is corrupt the task is at fault, not the agent, so the
 * error no longer counts as a finding.
 */
export async function readReference<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof CorruptFile) throw new Error(`the task's own file: ${cause.message}`, { cause });
    throw cause;
  }
}
