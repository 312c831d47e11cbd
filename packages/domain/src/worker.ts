import { z } from "zod";
import { ProviderName } from "./environment.ts";
import { idSchema } from "./ids.ts";

/** `lost`: no heartbeat within the limit. Derived from the heartbeat's age, so a dead worker never shows as online. */
export const WorkerState = z.enum(["online", "lost"]);
export type WorkerState = z.infer<typeof WorkerState>;

/**
 * What is wanted of a worker. `cordoned`: nothing new begins on it. `drained`: what is there ends too, and its desktops
 * are stopped one by one as they come free.
 */
export const WorkerDesiredState = z.enum(["active", "cordoned", "drained"]);
export type WorkerDesiredState = z.infer<typeof WorkerDesiredState>;

/** A word that a machine is given by whoever runs it, such as `gpu` or `rack-2`; runs can be pinned to it. */
export const WorkerLabel = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/=-]{0,62}$/, "use letters, digits and . _ / = -, 63 at most");
export type WorkerLabel = z.infer<typeof WorkerLabel>;

/** Something that is wrong, and what would help. */
export const WorkerProblem = z.object({ code: z.string(), message: z.string(), fix: z.string() });
export type WorkerProblem = z.infer<typeof WorkerProblem>;

/** A disk that matters to a worker. Sizes are MiB; null where the file system does not count. */
export const DiskFacts = z.object({
  /** `data`: journal, pictures, checkpoints. `engine`: images and containers. */
  role: z.enum(["data", "engine"]),
  path: z.string(),
  freeMib: z.number(),
  totalMib: z.number(),
  freeInodes: z.number().nullable(),
});
export type DiskFacts = z.infer<typeof DiskFacts>;

/** Whether virtual machines run at full speed here: `proven` by a start, `absent` where there is no device. */
export const KvmFacts = z.object({
  state: z.enum(["proven", "refused", "absent", "not_proven"]),
  /** How it was found out, in words. */
  how: z.string(),
});
export type KvmFacts = z.infer<typeof KvmFacts>;

/** What a machine is made of and what its kernel allows; null where it could not be read. Measured at start. */
export const MachineFacts = z.object({
  kvm: KvmFacts,
  gpus: z.array(z.object({ name: z.string(), memoryMib: z.number().nullable() })),
  pidMax: z.number().nullable(),
  /** Open files of the whole machine, and of this process. */
  fileMax: z.number().nullable(),
  openFilesLimit: z.number().nullable(),
  inotifyInstances: z.number().nullable(),
  inotifyWatches: z.number().nullable(),
  aioMax: z.number().nullable(),
  /** Ports left on the bridge with the fewest, of those that carry desktops; null while there is none. */
  bridgePortsLeft: z.number().nullable(),
});
export type MachineFacts = z.infer<typeof MachineFacts>;

/** How busy a machine is, measured at each look. */
export const LoadFacts = z.object({
  /** Share of all cores at work since the look before, 0 to 1; null at the first. */
  cpu: z.number().nullable(),
  memoryAvailableMib: z.number(),
  /** How long the engine took to answer; null where there is none. */
  engineLatencyMs: z.number().nullable(),
});
export type LoadFacts = z.infer<typeof LoadFacts>;

/** Measured facts of a worker's machine. */
export const WorkerFacts = z.object({
  hostname: z.string(),
  cores: z.number(),
  memoryMib: z.number(),
  diskFreeMib: z.number().nullable(),
  provider: ProviderName,
  /** Null when the engine answers and the image is there; else what is missing and which command helps. */
  engineProblem: WorkerProblem.nullable(),
  engineVersion: z.string().nullable(),
  /** Set when desktops are simulated only because no engine answers: what would give real ones. */
  simulatedFor: z.object({ message: z.string(), fix: z.string() }).optional(),
  /** Trainers it runs at a time; absent or 0 when it offers no training. */
  trainers: z.number().int().nonnegative().optional(),
  machine: MachineFacts.optional(),
  load: LoadFacts.optional(),
  disks: z.array(DiskFacts).optional(),
  /** Images that are on the engine; absent where there are none to be. */
  images: z.array(z.string()).optional(),
  labels: z.array(WorkerLabel).max(100).optional(),
  /** Entries of its journal that the control plane has not stored yet. */
  journalBacklog: z.number().optional(),
  /** Set while it takes no episode by its own decision: why, and what would end that. */
  closedFor: WorkerProblem.optional(),
});
export type WorkerFacts = z.infer<typeof WorkerFacts>;

export const Worker = z.object({
  id: idSchema("worker"),
  name: z.string(),
  state: WorkerState,
  version: z.string(),
  /** Desktops it is asked to keep. */
  desktops: z.number().int().nonnegative(),
  facts: WorkerFacts,
  desiredState: WorkerDesiredState,
  /** Its clock minus the control plane's; null before it has said. Shown only: no age or lease is worked out with it. */
  clockSkewMs: z.number().int().nullable(),
  heartbeatAt: z.coerce.date(),
  registeredAt: z.coerce.date(),
});
export type Worker = z.infer<typeof Worker>;
