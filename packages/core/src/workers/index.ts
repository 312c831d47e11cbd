export * from "./heartbeat-worker.ts";
export * from "./list-workers.ts";
export * from "./liveness.ts";
export * from "./register-worker.ts";
export * from "./summarize-fleet.ts";
