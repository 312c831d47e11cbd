export { removeAbandoned } from "./abandoned.ts";
export { parseDockerHost } from "./docker-host.ts";
export { createDockerProvider, type DockerProviderOptions, READY_DEADLINES } from "./docker-provider.ts";
export type { EngineConnection, EngineDeadlines } from "./engine.ts";
export { engineProblem } from "./engine-problem.ts";
export { type CapacityLimit, hostCapacity } from "./host-capacity.ts";
export type { PortRange } from "./ports.ts";
export type { ProviderLog } from "./provider-log.ts";
