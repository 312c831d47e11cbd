export * from "./advance-runs.ts";
export * from "./create-run.ts";
export * from "./explain-waiting.ts";
export * from "./get-run.ts";
export * from "./list-runs.ts";
export * from "./pause-run.ts";
export * from "./resume-run.ts";
export * from "./stop-run.ts";
