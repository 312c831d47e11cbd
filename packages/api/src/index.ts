export type {
  ApiContext,
  ApiLog,
  EnvironmentCommands,
  Housekeeping,
  LoopHealth,
  SessionCookie,
  SettingSpec,
  TrainingCatalog,
  ViewTickets,
  WorkerDoor,
} from "./context.ts";
export { toTrpcError, type WireError } from "./errors.ts";
export { type AppRouter, appRouter, type RouterInputs, type RouterOutputs } from "./router.ts";
export type { SystemStatus } from "./routers/system.ts";
export { createCallerFactory } from "./trpc.ts";
