export * from "./access/index.ts";
export * from "./context.ts";
export * from "./environments/index.ts";
export * from "./events/index.ts";
export * from "./lists/index.ts";
export * from "./workers/index.ts";
