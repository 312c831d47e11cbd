import type { Event } from "@deskrl/domain";
import type { Topic } from "@deskrl/protocol";

/** The rooms an event belongs to. The one place that decides it, for the push and for the replay alike. */
export function topicsOf(event: Pick<Event, "type" | "subjectId" | "runId" | "payload">): Topic[] {
  const topics: Topic[] = [];
  switch (event.type) {
    case "environment:changed":
    case "control:taken":
    case "control:given-back":
    case "agent:paused":
    case "agent:resumed":
      return ["fleet", `environment:${event.subjectId}`];
    case "worker:registered":
    case "worker:changed":
    case "worker:removed":
      return ["fleet"];
    case "phase:changed":
    case "metrics:appended":
      return event.runId ? [`run:${event.runId}`] : [];
    case "run:changed":
      return ["runs", `run:${event.subjectId}`];
    case "episode:changed":
    case "step:recorded":
      topics.push(`episode:${event.subjectId}`);
      if (event.runId) topics.push(`run:${event.runId}`);
      if (typeof event.payload.environmentId === "string")
        topics.push(`environment:${event.payload.environmentId}`);
      return topics;
    case "suite:changed":
    case "audit:recorded":
      return topics;
  }
}
