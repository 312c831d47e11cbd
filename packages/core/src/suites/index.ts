export * from "./add-generated-tasks.ts";
export * from "./get-task.ts";
export * from "./import-suite.ts";
export * from "./list-suites.ts";
export * from "./list-tasks.ts";
