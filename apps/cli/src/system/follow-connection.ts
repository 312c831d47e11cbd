import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const ConnectionNote = z.object({
  state: z.enum(["connecting", "joined", "away", "refused"]),
  at: z.string(),
  pid: z.number().int(),
  problem: z
    .object({ message: z.string(), where: z.string().optional(), fix: z.string().optional() })
    .optional(),
});
export type ConnectionNote = z.infer<typeof ConnectionNote>;

const LOOK_EVERY_MS = 250;

/** Tells each change of how a worker process stands with its control plane, until the signal aborts. */
export async function followConnection(options: {
  path: string;
  /** The process that is followed; a note that another one left is passed over. */
  pid: () => number | null;
  onChange: (note: ConnectionNote) => void | Promise<void>;
  signal: AbortSignal;
}): Promise<void> {
  const { path, pid, onChange, signal } = options;
  let told = "";
  while (!signal.aborted) {
    const note = await readConnection(path);
    const what = note ? `${note.pid} ${note.state} ${note.problem?.message ?? ""}` : "";
    if (note && note.pid === pid() && what !== told) {
      told = what;
      await onChange(note);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** The note as it stands; null when there is none that can be read. */
export async function readConnection(path: string): Promise<ConnectionNote | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return ConnectionNote.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
