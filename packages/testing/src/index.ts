export * from "./database/index.ts";
export * from "./factories/index.ts";
export * from "./with-desktop.ts";
