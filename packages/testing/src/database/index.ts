export * from "./create-test-database.ts";
export * from "./with-context.ts";
export * from "./with-database.ts";
