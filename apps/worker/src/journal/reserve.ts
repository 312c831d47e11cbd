import { open, rm, stat } from "node:fs/promises";

const RESERVE_BYTES = 1024 * 1024;

/**
 * Disk space that is held back, so that on a full disk there is still room to record how the episode ended.
 * @param path file that holds it
 */
export function createReserve(path: string) {
  return {
    /** Takes the space if it is not held already. @throws ENOSPC when there is none */
    async hold(): Promise<void> {
      if ((await stat(path).catch(() => null))?.size === RESERVE_BYTES) return;
      const handle = await open(path, "w", 0o600);
      try {
        // Bytes that are written, since a file that is only made longer takes no space.
        await handle.writeFile(Buffer.alloc(RESERVE_BYTES, 1));
        await handle.sync();
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
    },
    async release(): Promise<void> {
      await rm(path, { force: true });
    },
  };
}
export type Reserve = ReturnType<typeof createReserve>;
