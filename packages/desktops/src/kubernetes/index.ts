export { createKubernetesProvider, type KubernetesProviderOptions } from "./kubernetes-provider.ts";
export { type ClusterAccess, loadClusterAccess } from "./load-config.ts";
export { parsePlacement } from "./parse-placement.ts";
export type { ReachMode } from "./pod-reach.ts";
export type { PodPlacement } from "./pod-spec.ts";
