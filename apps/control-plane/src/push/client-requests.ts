import type { Topic } from "@deskrl/protocol";
import { z } from "zod";

const KnownTopic = z.custom<Topic>(
  (value) =>
    typeof value === "string" && /^(fleet|runs|(run|episode|environment):[\w.-]{1,100})$/.test(value),
);
const Topics = z.array(KnownTopic).max(500);

/** What a client may ask for on the push channel; anything else is dropped. */
export const JoinRequest = z.object({
  version: z.literal(1),
  topics: Topics,
  since: z.number().int().nonnegative().nullable(),
});
export const LeaveRequest = z.object({ version: z.literal(1), topics: Topics });
export const WatchRequest = z.object({
  version: z.literal(1),
  environmentIds: z.array(z.string().max(100)).max(1_000),
  width: z.number().int().min(1).max(10_000).optional(),
});
