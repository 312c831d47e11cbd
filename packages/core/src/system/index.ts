export * from "./read-gauges.ts";
export * from "./sweep-blobs.ts";
