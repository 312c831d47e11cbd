import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Which container is which environment's desktop, on disk: container labels cannot be changed after their making. */
export interface Binding {
  environmentId: string;
  containerId: string;
  generation: number;
  /** True from before the first change on: such a desktop is never taken for a clean one again. */
  used: boolean;
}

const BindingsFile = z.object({
  version: z.literal(1),
  ownerId: z.string(),
  bindings: z.array(
    z.object({
      environmentId: z.string(),
      containerId: z.string(),
      generation: z.number().int(),
      used: z.boolean(),
    }),
  ),
});

export interface Bindings {
  /** What an earlier life left; null when it cannot be told, so that nothing may be taken for clean. */
  load(): Promise<Binding[] | null>;
  /** Durable when it resolves. */
  set(binding: Binding): Promise<void>;
  delete(environmentId: string): Promise<void>;
}

/** @param stateDir made when missing; one per owner */
export function createBindings({ stateDir, ownerId }: { stateDir: string; ownerId: string }): Bindings {
  const path = join(stateDir, "docker-environments.json");
  const table = new Map<string, Binding>();
  let writing: Promise<void> | null = null;
  let queued: Promise<void> | null = null;

  async function writeNow(): Promise<void> {
    await mkdir(stateDir, { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ version: 1, ownerId, bindings: [...table.values()] });
    const temporary = `${path}.new`;
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  }

  /** One write at a time; changes made during one are taken by the next, all together. */
  function save(): Promise<void> {
    if (!writing) {
      writing = writeNow().finally(() => {
        writing = null;
      });
      return writing;
    }
    queued ??= writing
      .catch(() => {})
      .then(() => {
        queued = null;
        return save();
      });
    return queued;
  }

  return {
    async load() {
      const text = await readFile(path, "utf8").catch(() => null);
      if (text === null) return null;
      try {
        const file = BindingsFile.parse(JSON.parse(text));
        if (file.ownerId !== ownerId) return null;
        for (const binding of file.bindings) table.set(binding.environmentId, binding);
        return file.bindings;
      } catch {
        return null;
      }
    },
    set(binding) {
      table.set(binding.environmentId, binding);
      return save();
    },
    delete(environmentId) {
      if (!table.delete(environmentId)) return Promise.resolve();
      return save();
    },
  };
}
