export * from "./append-events.ts";
export * from "./new-event.ts";
export * from "./prune-events.ts";
export * from "./read-events.ts";
export * from "./topics-of.ts";
