import { z } from "zod";

/** Names of the facts in the outbox: `noun:past-verb`. */
export const EventType = z.enum([
  "worker:registered",
  "worker:changed",
  "worker:removed",
  "environment:changed",
  "run:changed",
  "episode:changed",
  "step:recorded",
  "suite:changed",
  "control:taken",
  "control:given-back",
  "agent:paused",
  "agent:resumed",
  "audit:recorded",
  "phase:changed",
  "metrics:appended",
]);
export type EventType = z.infer<typeof EventType>;

/**
 * A fact appended to the outbox. `sequence` order is commit order.
 * `payload` is a small patch of the row named by `subjectId`, enough to update a list without a refetch.
 */
export const Event = z.object({
  sequence: z.number().int().nonnegative(),
  type: EventType,
  subjectId: z.string(),
  runId: z.string().nullable(),
  payload: z.record(z.string(), z.json()),
  at: z.coerce.date(),
});
export type Event = z.infer<typeof Event>;
