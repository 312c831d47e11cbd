import type { V1Pod } from "@kubernetes/client-node";
import { startDeadline } from "../deadline.ts";
import type { Cluster } from "./cluster.ts";
import { faultError, type PodFault, podFault } from "./pod-fault.ts";
import type { PodInformer } from "./pod-informer.ts";

/** Clocks of a pod's way to a running container; what it boots has clocks of its own. */
export interface PodDeadlines {
  /** Until a node takes it. Long enough for a cluster that makes a node when none fits. */
  scheduleMs: number;
  /** From there until the container runs: the image is pulled in this time, which a first start needs minutes for. */
  pullMs: number;
}

export const POD_DEADLINES: PodDeadlines = { scheduleMs: 180_000, pullMs: 600_000 };

/** The pod did not come to run; says which clock ran out. */
export class NotRunning extends Error {
  override readonly name = "NotRunning";
}

/**
 * Resolves with the pod once its container runs and it has an address.
 * @throws AppError with the code of a fault that will not pass, or that did not in time; NotRunning; cancelled
 */
export async function awaitRunning(
  deps: { cluster: Cluster; informer: PodInformer },
  options: { name: string; deadlines: PodDeadlines; signal: AbortSignal },
): Promise<V1Pod> {
  const { name, deadlines, signal } = options;
  let phase: keyof PodDeadlines = "scheduleMs";
  let deadline = startDeadline(deadlines.scheduleMs, signal);
  let fault: PodFault | null = null;
  try {
    for (;;) {
      const pod = deps.informer.get(name);
      if (pod && runs(pod)) return pod;
      if (pod) {
        const events = pod.status?.phase === "Pending" ? await deps.cluster.events(name, signal) : [];
        fault = podFault(pod, events);
        if (fault?.final) throw faultError(fault, name);
        if (phase === "scheduleMs" && pod.spec?.nodeName) {
          phase = "pullMs";
          deadline.end();
          deadline = startDeadline(deadlines.pullMs, signal);
        }
      }
      await changed(deps.informer, name, deadline.signal);
    }
  } catch (error) {
    if (deadline.aborted !== "expired") throw error;
    if (fault) throw faultError(fault, name);
    const what = phase === "scheduleMs" ? "no node took the pod" : "its container did not run";
    throw new NotRunning(`${what} within ${deadlines[phase] / 1000} s`);
  } finally {
    deadline.end();
  }
}

export function runs(pod: V1Pod): boolean {
  const [container] = pod.status?.containerStatuses ?? [];
  return pod.status?.phase === "Running" && Boolean(container?.state?.running) && Boolean(pod.status.podIP);
}

/** An event may come without a change of the pod, so it is looked at once in a while too. */
const LOOK_AGAIN_MS = 2_000;

function changed(informer: PodInformer, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signal.reason));
    const timer = setTimeout(() => end(resolve), LOOK_AGAIN_MS);
    const unsubscribe = informer.onPod(name, (pod) =>
      end(() => (pod ? resolve() : reject(new NotRunning("the pod was removed by someone else")))),
    );
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
