export type { ApiContext, ApiLog, EnvironmentCommands, SessionCookie, ViewTickets } from "./context.ts";
export type { WireError } from "./errors.ts";
export { EpisodeFilters } from "./inputs.ts";
export { type AppRouter, appRouter, type RouterInputs, type RouterOutputs } from "./router.ts";
export type { SystemStatus, WorkerSummary } from "./system-status.ts";
export { createCallerFactory } from "./trpc.ts";
