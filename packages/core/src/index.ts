export * from "./access/index.ts";
export * from "./context.ts";
export * from "./events/index.ts";
export * from "./lists/index.ts";
