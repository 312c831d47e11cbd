import { randomBytes } from "node:crypto";
import { AppError, type EnvironmentTemplate } from "@deskrl/domain";
import type { ProviderLog } from "../docker/provider-log.ts";
import type { ReadyContainer } from "../docker/start-container.ts";
import { createGuestHttp, type GuestHttp } from "../guest/guest-http.ts";
import { type ReadyDeadlines, waitReady } from "../guest/wait-ready.ts";
import { awaitRunning, type PodDeadlines } from "./await-running.ts";
import type { Cluster } from "./cluster.ts";
import { podFault } from "./pod-fault.ts";
import type { PodInformer } from "./pod-informer.ts";
import type { Reach, Reached } from "./pod-reach.ts";
import { type PodPlacement, podContent, podSpec } from "./pod-spec.ts";

export interface PodStartDependencies {
  cluster: Cluster;
  informer: PodInformer;
  reach: Reach;
  placement: PodPlacement;
  ownerId: string;
  lease: string;
  podDeadlines: PodDeadlines;
  readyDeadlines: ReadyDeadlines;
  log: ProviderLog;
}

/**
 * Makes one desktop from nothing to ready. A failed start leaves no pod behind.
 * @throws AppError environment_start_failed (with the phase, the cause and the log), image_missing, no_capacity,
 * engine_*, cancelled
 */
export async function startPod(
  deps: PodStartDependencies,
  { template, signal }: { template: EnvironmentTemplate; signal: AbortSignal },
): Promise<ReadyContainer> {
  const { cluster, informer, placement, log } = deps;
  const name = `deskrl-${randomBytes(6).toString("hex")}`;
  const token = randomBytes(24).toString("base64url");
  const startedAt = performance.now();
  let phase = "create";
  let reached: Reached | null = null;
  let http: GuestHttp | null = null;
  try {
    await cluster.create(podSpec({ ...deps, template, name, token }));
    signal.throwIfAborted();
    phase = "schedule and pull";
    const pod = await awaitRunning(deps, { name, deadlines: deps.podDeadlines, signal });
    phase = "boot";
    const runningMs = Math.round(performance.now() - startedAt);
    reached = await deps.reach(pod);
    http = createGuestHttp({ host: reached.host, port: reached.port, token }, name);
    const stillRuns = async () => (await whyNot(deps, name)) ?? true;
    const ready = await waitReady(http, { deadlines: deps.readyDeadlines, signal, stillRuns });
    const ms = { running: runningMs, boot: Math.round(ready.bootMs), desktop: Math.round(ready.desktopMs) };
    log.info({ name, node: pod.spec?.nodeName, ms }, "desktop ready");
    return {
      containerId: name,
      content: podContent(template, placement),
      port: reached.port,
      http: closing(http, reached),
    };
  } catch (error) {
    http?.close();
    reached?.close();
    const elapsedMs = Math.round(performance.now() - startedAt);
    const reason = signal.aborted ? null : await whyNot(deps, name).catch(() => null);
    const tail = signal.aborted ? "" : await cluster.logTail(name, 30).catch(() => "");
    await cluster.remove(name).catch((cause: unknown) => {
      log.warn({ name, cause }, "could not remove a pod that failed to start; reconcile will");
    });
    throw failure(error, { name, phase, elapsedMs, reason, tail, node: informer.get(name)?.spec?.nodeName });
  }
}

/** Why the pod does not run, from its newest status and events; null when it does. */
async function whyNot({ cluster, informer }: PodStartDependencies, name: string): Promise<string | null> {
  const pod = informer.get(name) ?? (await cluster.get(name));
  if (!pod) return "the pod was removed by someone else";
  return podFault(pod, await cluster.events(name))?.reason ?? null;
}

/** The connections of a pod end together with what they run over. */
export function closing(http: GuestHttp, reached: Reached): GuestHttp {
  return {
    endpoint: http.endpoint,
    send: (request) => http.send(request),
    json: (schema, request) => http.json(schema, request),
    close() {
      http.close();
      reached.close();
    },
    get closed() {
      return http.closed;
    },
  };
}

/** Errors that name their cause already keep their code. */
function failure(
  error: unknown,
  about: {
    name: string;
    phase: string;
    elapsedMs: number;
    reason: string | null;
    tail: string;
    node: string | undefined;
  },
): AppError {
  if (error instanceof AppError && error.code !== "environment_start_failed") return error;
  const { name, phase, elapsedMs, reason, tail, node } = about;
  const said = error instanceof Error ? error.message : String(error);
  const message = [
    `The desktop failed to start in phase "${phase}" after ${elapsedMs} ms: ${reason ?? said}.`,
    node ? `Node: ${node}.` : "No node.",
    tail.trim() ? `Last lines of its log:\n${tail.trim()}` : "Its log is empty.",
  ].join(" ");
  const fix =
    error instanceof AppError && error.fix ? error.fix : "read the log lines, and kubectl get events";
  return new AppError("environment_start_failed", message, { where: name, fix, cause: error });
}
