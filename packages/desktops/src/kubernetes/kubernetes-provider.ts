import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type EnvironmentTemplate } from "@deskrl/domain";
import type { KubeConfig } from "@kubernetes/client-node";
import { READY_DEADLINES } from "../docker/docker-provider.ts";
import { Environments } from "../docker/environments.ts";
import { createPools } from "../docker/pools.ts";
import { type ProviderLog, SILENT } from "../docker/provider-log.ts";
import { createRemovals } from "../docker/removals.ts";
import type { ReadyDeadlines } from "../guest/wait-ready.ts";
import { createChanges } from "../provider-changes.ts";
import type { EnvironmentProvider } from "../types.ts";
import { POD_DEADLINES, type PodDeadlines } from "./await-running.ts";
import { type Cluster, createCluster } from "./cluster.ts";
import { createPodBindings } from "./pod-bindings.ts";
import { podFault } from "./pod-fault.ts";
import { createPodInformer } from "./pod-informer.ts";
import { labelValue, ownerSelector, POD_LABELS } from "./pod-labels.ts";
import { createReach, type ReachMode } from "./pod-reach.ts";
import { type PodPlacement, podContent } from "./pod-spec.ts";
import { startPod } from "./start-pod.ts";
import { findLeftoverPods } from "./take-back.ts";

export interface KubernetesProviderOptions {
  /** Whose pods these are; the same over restarts of a worker. */
  ownerId: string;
  /** What desktops are kept ready from the start on. */
  template: EnvironmentTemplate;
  config: KubeConfig;
  namespace: string;
  reach: ReachMode;
  placement?: PodPlacement;
  /** Clean desktops kept ready beyond those in use. Default 2. */
  warm?: number;
  /** Starts at a time, from creation to ready. Default 16: the nodes do the work, and the API server bounds the rate. */
  startConcurrency?: number;
  podDeadlines?: PodDeadlines;
  readyDeadlines?: ReadyDeadlines;
  /** Silence of the watch after which pods are listed anew. Default 90 s. */
  silenceMs?: number;
  log?: ProviderLog;
}

/** How long a removal may take until nothing of the pod is left. */
const GONE_MS = 60_000;

/**
 * Real desktops in pods. As with `docker`, an environment is a slot and a reset puts a clean pod, started beforehand, in
 * the place of the used one. What is whose stands on the pods, so that a worker may come back on another node.
 */
export function createKubernetesProvider(options: KubernetesProviderOptions): EnvironmentProvider {
  const { ownerId, template, placement = {}, warm = 2, startConcurrency = 16, log = SILENT } = options;
  const cluster = createCluster(options.config, options.namespace);
  const reach = createReach(options.reach, options.config, options.namespace);
  const selector = ownerSelector(ownerId);
  const lease = labelValue(randomBytes(8).toString("hex"));
  const takenBack = new Set<string>();
  const closing = new AbortController();
  const changes = createChanges();
  let alwaysWarm: string | null = null;
  let reconciled = false;

  const informer = createPodInformer({
    ...{ cluster, selector, log, ...(options.silenceMs ? { silenceMs: options.silenceMs } : {}) },
    onChange(pod) {
      const name = pod.metadata?.name ?? "";
      const isOwn = pod.metadata?.labels?.[POD_LABELS.lease] === lease || takenBack.has(name);
      if (reconciled && !isOwn && !pod.metadata?.deletionTimestamp) return removeLate(name);
      const fault = podFault(pod);
      if (fault?.final) environments.containerDied(name, fault.reason);
      else if (pod.metadata?.deletionTimestamp)
        environments.containerDied(name, "the pod is being removed by someone else");
    },
    onGone: (name) => environments.containerDied(name, "the pod was removed by someone else"),
  });
  /** A request that a killed process sent may arrive only after its next life has looked. */
  const removeLate = (name: string) =>
    void cluster
      .remove(name)
      .catch((cause: unknown) => log.warn({ name, cause }, "could not remove a late pod"));
  const removals = createRemovals(({ containerId }) => removePod(cluster, containerId), log);
  const start = {
    ...{ cluster, informer, reach, placement, ownerId, lease, log },
    podDeadlines: options.podDeadlines ?? POD_DEADLINES,
    readyDeadlines: options.readyDeadlines ?? READY_DEADLINES,
  };
  const pools = createPools({
    resolve: async (wanted) => ({
      content: podContent(wanted, placement),
      start: (signal) => startPod(start, { template: wanted, signal }),
    }),
    ...{ warm, startConcurrency, log, discard: removals.inBackground },
  });
  const environments: Environments = new Environments({
    pools,
    bindings: createPodBindings(cluster, ownerId),
    removals,
    // A pod's name is for life; its labels say whose it is.
    rename: async () => {},
    log,
    alwaysWarm: () => alwaysWarm,
    onChange: changes.tell,
  });
  const watching = informer.run(closing.signal);

  return {
    name: "kubernetes",
    async check({ signal } = {}) {
      let version: string | null = null;
      try {
        version = await cluster.version(signal);
        await cluster.list(selector, signal);
        return { ready: true, version, problem: null };
      } catch (error) {
        const { code, message, fix = "" } = AppError.from(error);
        return { ready: false, version, problem: { code, message, fix } };
      }
    },
    async reconcile({ keep = [], signal = closing.signal } = { keep: [] }) {
      const { pods } = await cluster.list(selector, signal);
      const earlier = await createPodBindings(cluster, ownerId).load();
      for (const { environmentId, generation } of earlier ?? [])
        environments.rememberGeneration(environmentId, generation);
      const { clean, rest } = await findLeftoverPods(pods, { reach, keep, signal });
      const pool = await pools.forTemplate(template, signal);
      alwaysWarm = pool.content;
      const adopted: string[] = [];
      for (const found of clean) {
        const { containerId, content, http } = found.container;
        if (found.binding) environments.adopt(found);
        else if (content === pool.content) pool.adopt(found.container);
        else {
          rest.push(containerId);
          http.close();
          continue;
        }
        takenBack.add(containerId);
        adopted.push(found.binding?.environmentId ?? containerId);
      }
      await Promise.all(rest.map((name) => removePod(cluster, name)));
      reconciled = true;
      pool.setTarget(Math.max(warm, pool.ready.length));
      return { adopted, removed: rest };
    },
    ensure: (spec, call) => environments.ensure(spec, call),
    get: (environmentId) => environments.get(environmentId),
    reset: (environmentId, call) => environments.reset(environmentId, call),
    destroy: (environmentId) => environments.destroy(environmentId),
    async list({ signal } = {}) {
      const expected = new Set(environments.containerIds());
      const { pods } = await cluster.list(selector, signal);
      for (const pod of pods) if (!podFault(pod)?.final) expected.delete(pod.metadata?.name ?? "");
      for (const name of expected) environments.containerDied(name, "the pod is not there any more");
      return environments.list();
    },
    watch: (signal) => changes.watch(signal),
    async close({ destroyAll = false } = {}) {
      closing.abort();
      await Promise.all([pools.close(), watching]);
      if (destroyAll)
        await Promise.all(environments.list().map((one) => environments.destroy(one.environmentId)));
      await removals.close();
      if (!destroyAll) return;
      const { pods } = await cluster.list(selector);
      await Promise.all(pods.map(({ metadata }) => removePod(cluster, metadata?.name ?? "")));
    },
  };
}

/** Resolves when nothing of the pod is left; a node that is gone is not waited for beyond the deadline. */
async function removePod(cluster: Cluster, name: string): Promise<void> {
  await cluster.remove(name);
  const giveUpAt = performance.now() + GONE_MS;
  for (let pauseMs = 20; await cluster.get(name); pauseMs = Math.min(pauseMs * 2, 1_000)) {
    if (performance.now() > giveUpAt) {
      throw new AppError("engine_timeout", `The pod is still there ${GONE_MS / 1000} s after its removal`, {
        where: name,
        fix: "its node may be away: kubectl delete pod --force, or bring the node back",
      });
    }
    await sleep(pauseMs);
  }
}
