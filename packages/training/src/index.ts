export { type ResolvedSettings, resolveSettings, SETTINGS } from "./settings.ts";
export * from "./types.ts";
