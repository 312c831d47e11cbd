import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The data folder of a system that lives only as long as a command. Others may pass through it, since PostgreSQL runs as
 * an account of its own where we are root; what is secret in it has a mode of its own.
 */
export async function scratchDataDir(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `deskrl-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}
