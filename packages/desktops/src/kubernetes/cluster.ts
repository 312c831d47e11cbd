import { AppError } from "@deskrl/domain";
import {
  CoreV1Api,
  type CoreV1Event,
  type KubeConfig,
  PatchStrategy,
  setHeaderOptions,
  type V1Pod,
  VersionApi,
  Watch,
} from "@kubernetes/client-node";
import { startDeadline } from "../deadline.ts";
import { clusterError, clusterTimeout, statusOf } from "./cluster-errors.ts";

/** What the watch of pods says. `silent` bookmarks only tell that the connection lives and up to where it has told. */
export type PodNotice =
  | { kind: "set" | "gone"; pod: V1Pod; version: string }
  | { kind: "bookmark"; version: string };

/** The calls on pods that the provider makes, each with a deadline and with errors in our codes. */
export interface Cluster {
  readonly namespace: string;
  /** @throws AppError engine_unavailable, engine_timeout */
  version(signal?: AbortSignal): Promise<string>;
  create(pod: V1Pod): Promise<V1Pod>;
  get(name: string, signal?: AbortSignal): Promise<V1Pod | null>;
  list(selector: string, signal?: AbortSignal): Promise<{ pods: V1Pod[]; version: string }>;
  /** Null takes a label away. */
  label(name: string, labels: Record<string, string | null>): Promise<void>;
  /** Ends it at once. No error when it is gone already. */
  remove(name: string): Promise<void>;
  /** Events of one pod, which say what its status does not. Empty when they may not be read. */
  events(name: string, signal?: AbortSignal): Promise<CoreV1Event[]>;
  logTail(name: string, lines: number): Promise<string>;
  /** Tells of every change since the version. Resolves when the server ends it, rejects when it breaks; both are usual. */
  watch(
    selector: string,
    options: { version: string; signal: AbortSignal; onNotice: (notice: PodNotice) => void },
  ): Promise<void>;
}

const CALL_MS = 15_000;
/** The server ends a watch after this time by itself, and the next one begins. */
const WATCH_SECONDS = 290;

/** The pods of one namespace. */
export function createCluster(config: KubeConfig, namespace: string): Cluster {
  const core = config.makeApiClient(CoreV1Api);
  const versions = config.makeApiClient(VersionApi);

  async function call<T>(name: string, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    const deadline = startDeadline(CALL_MS, signal);
    try {
      deadline.signal.throwIfAborted();
      return await Promise.race([run(), rejectOnAbort(deadline.signal)]);
    } catch (error) {
      if (deadline.aborted === "cancelled") {
        throw new AppError("cancelled", "The call was cancelled", { where: name, cause: error });
      }
      if (deadline.aborted === "expired") throw clusterTimeout(name, CALL_MS);
      throw clusterError(error, name);
    } finally {
      deadline.end();
    }
  }
  const unlessMissing = <T>(result: Promise<T>): Promise<T | null> =>
    result.catch((error: unknown) => {
      if (statusOf(error) === 404) return null;
      throw error;
    });

  return {
    namespace,
    version: (signal) => call("version", signal, async () => (await versions.getCode()).gitVersion),
    create: (pod) => call("create pod", undefined, () => core.createNamespacedPod({ namespace, body: pod })),
    get: (name, signal) =>
      unlessMissing(call("read pod", signal, () => core.readNamespacedPod({ namespace, name }))),
    list: (labelSelector, signal) =>
      call("list pods", signal, async () => {
        const { items, metadata } = await core.listNamespacedPod({ namespace, labelSelector });
        return { pods: items, version: metadata?.resourceVersion ?? "0" };
      }),
    label: (name, labels) =>
      call("label pod", undefined, async () => {
        const options = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
        await core.patchNamespacedPod({ namespace, name, body: { metadata: { labels } } }, options);
      }),
    async remove(name) {
      const body = { gracePeriodSeconds: 0, propagationPolicy: "Background" };
      await unlessMissing(
        call("delete pod", undefined, () => core.deleteNamespacedPod({ namespace, name, body })),
      );
    },
    events: (name, signal) =>
      call("list events", signal, async () => {
        const fieldSelector = `involvedObject.kind=Pod,involvedObject.name=${name}`;
        return (await core.listNamespacedEvent({ namespace, fieldSelector })).items;
      }).catch((error: unknown) => {
        if (statusOf(error) === 403) return [];
        throw error;
      }),
    logTail: (name, tailLines) =>
      call("pod log", undefined, () => core.readNamespacedPodLog({ namespace, name, tailLines })).then(
        (text) => text ?? "",
      ),
    watch: (labelSelector, options) => watchPods(config, namespace, labelSelector, options),
  };
}

function watchPods(
  config: KubeConfig,
  namespace: string,
  labelSelector: string,
  options: { version: string; signal: AbortSignal; onNotice: (notice: PodNotice) => void },
): Promise<void> {
  const { version, signal, onNotice } = options;
  return new Promise((resolve, reject) => {
    const query = {
      labelSelector,
      resourceVersion: version,
      allowWatchBookmarks: true,
      timeoutSeconds: WATCH_SECONDS,
    };
    let outdated: Error | null = null;
    const onEvent = (type: string, object: V1Pod & { code?: number; message?: string }) => {
      const at = object.metadata?.resourceVersion ?? "0";
      if (type === "BOOKMARK") onNotice({ kind: "bookmark", version: at });
      else if (type === "ERROR") outdated = new Error(object.message ?? `status ${object.code}`);
      else onNotice({ kind: type === "DELETED" ? "gone" : "set", pod: object, version: at });
    };
    const done = (error: unknown) => {
      const fault = outdated ?? error;
      if (fault && !signal.aborted) reject(fault);
      else resolve();
    };
    const request = new Watch(config).watch(`/api/v1/namespaces/${namespace}/pods`, query, onEvent, done);
    request.then((controller) => {
      if (signal.aborted) controller.abort();
      else signal.addEventListener("abort", () => controller.abort(), { once: true });
    }, reject);
    // A server that never answers the request gives no controller to abort.
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The client library waits for an answer that may never come; this side of the race always ends. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
