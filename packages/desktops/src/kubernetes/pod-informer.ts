import { setTimeout as sleep } from "node:timers/promises";
import type { V1Pod } from "@kubernetes/client-node";
import { startDeadline } from "../deadline.ts";
import type { ProviderLog } from "../docker/provider-log.ts";
import type { Cluster } from "./cluster.ts";

export interface PodInformer {
  /** The pod as it was last told of; null when there is none. */
  get(name: string): V1Pod | null;
  /** Calls on every change of this pod (null: it is gone) until the function that is returned is called. */
  onPod(name: string, listener: (pod: V1Pod | null) => void): () => void;
  /** Lists, watches and lists again until the signal aborts. Never throws. */
  run(signal: AbortSignal): Promise<void>;
  /** How often it had to list. */
  readonly lists: number;
}

export interface PodInformerOptions {
  cluster: Cluster;
  selector: string;
  /** After so long without a word, not even a bookmark, the connection counts as dead and everything is listed anew. */
  silenceMs?: number;
  /** Pause before the next try after a failure. */
  retryMs?: number;
  onChange: (pod: V1Pod) => void;
  /** A pod that was there is there no more. */
  onGone: (name: string) => void;
  log: ProviderLog;
}

/**
 * Keeps a copy of the owner's pods true. A watch may end, break, grow too old or fall silent (a connection that a load
 * balancer dropped tells nobody): each time all pods are listed once, and what changed in between is told too.
 */
export function createPodInformer(options: PodInformerOptions): PodInformer {
  const { cluster, selector, silenceMs = 90_000, retryMs = 1_000, log } = options;
  const pods = new Map<string, V1Pod>();
  const listeners = new Map<string, Set<(pod: V1Pod | null) => void>>();
  let lists = 0;

  function put(pod: V1Pod): void {
    const name = pod.metadata?.name ?? "";
    const known = pods.get(name);
    // A slow list must not undo what the watch told since.
    if (known?.metadata?.uid === pod.metadata?.uid && versionOf(known) > versionOf(pod)) return;
    pods.set(name, pod);
    options.onChange(pod);
    for (const listener of listeners.get(name) ?? []) listener(pod);
  }

  function drop(name: string): void {
    if (!pods.delete(name)) return;
    options.onGone(name);
    for (const listener of listeners.get(name) ?? []) listener(null);
  }

  async function list(signal: AbortSignal): Promise<string> {
    lists += 1;
    const before = [...pods.keys()];
    const { pods: present, version } = await cluster.list(selector, signal);
    for (const pod of present) put(pod);
    const names = new Set(present.map(({ metadata }) => metadata?.name ?? ""));
    for (const name of before) if (!names.has(name)) drop(name);
    return version;
  }

  async function watch(version: string, signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const expire = () => silence.abort(new Error(`no word for ${silenceMs} ms`));
    let watchdog = setTimeout(expire, silenceMs);
    const both = startDeadline(2 ** 31 - 1, signal, silence.signal);
    try {
      await cluster.watch(selector, {
        version,
        signal: both.signal,
        onNotice(notice) {
          clearTimeout(watchdog);
          watchdog = setTimeout(expire, silenceMs);
          if (notice.kind === "set") put(notice.pod);
          else if (notice.kind === "gone") drop(notice.pod.metadata?.name ?? "");
        },
      });
      if (silence.signal.aborted) log.warn({ silenceMs }, "the watch of pods fell silent; listing them anew");
    } finally {
      clearTimeout(watchdog);
      both.end();
    }
  }

  return {
    get: (name) => pods.get(name) ?? null,
    onPod(name, listener) {
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(name);
      };
    },
    async run(signal) {
      while (!signal.aborted) {
        try {
          await watch(await list(signal), signal);
        } catch (error) {
          if (signal.aborted) return;
          const reason = error instanceof Error ? error.message : String(error);
          log.info({ reason }, "the watch of pods broke; listing them anew");
          await sleep(retryMs, undefined, { signal }).catch(() => {});
        }
      }
    },
    get lists() {
      return lists;
    },
  };
}

/** Versions are opaque by contract, and numbers that grow in every server there is; others compare as equal. */
function versionOf(pod: V1Pod | undefined): number {
  const number = Number(pod?.metadata?.resourceVersion);
  return Number.isFinite(number) ? number : 0;
}
