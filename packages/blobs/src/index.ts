export * from "./filesystem.ts";
export * from "./hash.ts";
export * from "./media-type.ts";
export * from "./types.ts";
