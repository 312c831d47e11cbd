import type { V1Pod } from "@kubernetes/client-node";
import type { Binding, Bindings } from "../docker/bindings.ts";
import { WARM } from "../docker/labels.ts";
import type { Cluster } from "./cluster.ts";
import { ownerSelector, POD_LABELS } from "./pod-labels.ts";

/**
 * Which pod is which environment's desktop, written on the pods themselves: labels can change, so a worker that comes
 * back on another node with an empty disk still knows.
 */
export function createPodBindings(cluster: Cluster, ownerId: string): Bindings {
  return {
    async load() {
      const { pods } = await cluster.list(ownerSelector(ownerId));
      return pods.map(bindingOf).filter((binding) => binding !== null);
    },
    async set({ environmentId, containerId, generation, used }) {
      await cluster.label(containerId, {
        [POD_LABELS.environment]: environmentId,
        [POD_LABELS.generation]: String(generation),
        [POD_LABELS.used]: String(used),
      });
    },
    // What a pod was goes with it.
    delete: async () => {},
  };
}

/** Null for a pod that nobody had yet. */
export function bindingOf(pod: V1Pod): Binding | null {
  const labels = pod.metadata?.labels ?? {};
  const environmentId = labels[POD_LABELS.environment];
  const containerId = pod.metadata?.name;
  if (!environmentId || environmentId === WARM || !containerId) return null;
  const generation = Number(labels[POD_LABELS.generation] ?? 0);
  return { environmentId, containerId, generation, used: labels[POD_LABELS.used] !== "false" };
}
