export * from "./build-step.ts";
export * from "./create-environment.ts";
export * from "./create-episode.ts";
export * from "./create-run.ts";
export * from "./create-suite.ts";
export * from "./create-worker.ts";
export * from "./options.ts";
export * from "./record-screens.ts";
