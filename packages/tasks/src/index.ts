export { createEvaluator } from "./evaluation/create-evaluator.ts";
export { type SetUpInput, setUpCause, setUpTask } from "./set-up-task.ts";
export { outagesOf } from "./steps/api-outage.ts";
export { loadBuiltInSuites } from "./suites/load-built-in-suites.ts";
export { loadSuite } from "./suites/load-suite.ts";
export { validateTask } from "./suites/validate-task.ts";
export * from "./types.ts";
