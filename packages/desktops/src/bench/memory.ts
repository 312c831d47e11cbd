import { createEngine } from "../docker/engine.ts";
import { LABELS } from "../docker/labels.ts";

const MIB = 1024 * 1024;

/**
 * Mean memory that a desktop holds for itself: anonymous and shared memory of its cgroup. The page cache is left out,
 * since the image's files are in it once for all desktops and are charged to whoever read them first.
 */
export async function memoryPerDesktop(ownerId: string): Promise<number> {
  const engine = createEngine();
  const containers = await engine.list([`${LABELS.owner}=${ownerId}`]);
  const sizes = await Promise.all(containers.map(({ Id }) => engine.privateMemoryBytes(Id)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, sizes.length) / MIB;
}
