import type { Event } from "@deskrl/domain";

/** An event before it has its place in the sequence. */
export type NewEvent = Pick<Event, "type" | "subjectId" | "runId" | "payload">;
