import { z } from "zod";
import { ProviderName } from "./environment.ts";
import { idSchema } from "./ids.ts";

/** `lost`: no heartbeat within the limit. Derived from the heartbeat's age, so a dead worker never shows as online. */
export const WorkerState = z.enum(["online", "lost"]);
export type WorkerState = z.infer<typeof WorkerState>;

/** Measured facts of a worker's machine. */
export const WorkerFacts = z.object({
  hostname: z.string(),
  cores: z.number(),
  memoryMib: z.number(),
  diskFreeMib: z.number().nullable(),
  provider: ProviderName,
  /** Null when the engine answers and the image is there; else what is missing and which command helps. */
  engineProblem: z.object({ code: z.string(), message: z.string(), fix: z.string() }).nullable(),
  engineVersion: z.string().nullable(),
  /** Set when desktops are simulated only because no engine answers: what would give real ones. */
  simulatedFor: z.object({ message: z.string(), fix: z.string() }).optional(),
  /** Trainers it runs at a time; absent or 0 when it offers no training. */
  trainers: z.number().int().nonnegative().optional(),
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
  heartbeatAt: z.coerce.date(),
  registeredAt: z.coerce.date(),
});
export type Worker = z.infer<typeof Worker>;
