import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file so that a reader, or a power cut, finds the whole of it or nothing: temporary file, fsync, rename,
 * fsync of the folder.
 */
export async function writeAtomically(path: string, bytes: Uint8Array, temporary: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await mkdir(dirname(temporary), { recursive: true });
  try {
    const handle = await open(temporary, "wx", 0o640);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
