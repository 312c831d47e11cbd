import { AppError, type ErrorCode } from "@deskrl/domain";
import type { CoreV1Event, V1ContainerStatus, V1Pod } from "@kubernetes/client-node";

/** Why a pod is not what it should be, in our codes. */
export interface PodFault {
  code: ErrorCode;
  reason: string;
  fix: string;
  /** False for what may pass by itself: a node that is being made, an image registry that is away for a moment. */
  final: boolean;
}

const IMAGE_REASONS = new Set([
  "ImagePullBackOff",
  "ErrImagePull",
  "ErrImageNeverPull",
  "InvalidImageName",
  "ImageInspectError",
  "RegistryUnavailable",
]);
const CREATE_REASONS = new Set([
  "CreateContainerConfigError",
  "CreateContainerError",
  "RunContainerError",
  "CrashLoopBackOff",
]);
const IMAGE_FIX =
  "push the desktop image where the nodes can pull it, name it with DESKRL_IMAGE, and give a pull secret where one is needed";
const ROOM_FIX = "add nodes, run fewer desktops, or look at node selector and tolerations of the worker";

/**
 * The cause that a pod's status and its events tell; null while it is well or still on its way. Pure.
 * @param events of this pod only, in any order
 */
export function podFault(pod: V1Pod, events: readonly CoreV1Event[] = []): PodFault | null {
  const { status } = pod;
  const [container] = status?.containerStatuses ?? [];
  return (
    ended(pod, container) ?? waiting(container, events) ?? unschedulable(pod, events) ?? volumes(pod, events)
  );
}

/** The error for a fault. `image_missing` and `no_capacity` say it all; the rest needs the log of the start. */
export function faultError({ code, reason, fix }: PodFault, where: string): AppError {
  return new AppError(code, reason, { where, fix });
}

function ended(pod: V1Pod, container: V1ContainerStatus | undefined): PodFault | null {
  const { status } = pod;
  const final = true;
  const code = "environment_start_failed" as const;
  if (status?.reason === "Evicted") {
    const fix =
      "give the nodes more memory or disk, or the desktops higher requests (their share of the limits)";
    return {
      code,
      final,
      fix,
      reason: `the node evicted the pod: ${status.message ?? "it ran short of something"}`,
    };
  }
  const terminated = container?.state?.terminated;
  if (terminated?.reason === "OOMKilled") {
    return { code, final, reason: "out of memory", fix: "raise the memory of the template" };
  }
  if (terminated) {
    const why = terminated.reason && terminated.reason !== "Error" ? ` (${terminated.reason})` : "";
    return {
      code,
      final,
      reason: `the container ended with exit code ${terminated.exitCode}${why}`,
      fix: "read its log",
    };
  }
  const disrupted = status?.conditions?.find(
    ({ type, status: is }) => type === "DisruptionTarget" && is === "True",
  );
  if (disrupted) {
    const fix = "nothing, when a node is being drained or a pod of higher priority needed the place";
    return {
      code,
      final,
      fix,
      reason: `the cluster takes the pod away: ${disrupted.message ?? disrupted.reason ?? ""}`,
    };
  }
  if (status?.phase === "Failed" || status?.phase === "Succeeded") {
    const reason = `the pod ended: ${status.message ?? status.reason ?? status.phase}`;
    return { code, final, reason, fix: "look at it with kubectl describe pod" };
  }
  return null;
}

function waiting(container: V1ContainerStatus | undefined, events: readonly CoreV1Event[]): PodFault | null {
  const state = container?.state?.waiting;
  if (!state?.reason) return null;
  if (IMAGE_REASONS.has(state.reason)) {
    // The status soon says only that it waits; the event of the pull says why.
    const pull = latest(events, "Failed");
    const reason = `the image cannot be pulled: ${pull?.message ?? state.message ?? state.reason}`;
    return { code: "image_missing", reason, fix: IMAGE_FIX, final: state.reason !== "ErrImagePull" };
  }
  if (!CREATE_REASONS.has(state.reason)) return null;
  const reason = `the container cannot be started: ${state.message ?? state.reason}`;
  return {
    code: "environment_start_failed",
    reason,
    fix: "look at it with kubectl describe pod",
    final: true,
  };
}

function unschedulable(pod: V1Pod, events: readonly CoreV1Event[]): PodFault | null {
  const scheduled = pod.status?.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status !== "False" || scheduled.reason !== "Unschedulable") return null;
  const detail = scheduled.message ?? latest(events, "FailedScheduling")?.message ?? "no node fits";
  // A cluster that grows by itself makes a node in a minute or two.
  return { code: "no_capacity", reason: `no node takes the pod: ${detail}`, fix: ROOM_FIX, final: false };
}

function volumes(pod: V1Pod, events: readonly CoreV1Event[]): PodFault | null {
  if (pod.status?.phase !== "Pending") return null;
  const failed = latest(events, "FailedMount") ?? latest(events, "FailedCreatePodSandBox");
  if (!failed) return null;
  const reason = `the node cannot set the pod up: ${failed.message ?? failed.reason}`;
  return { code: "environment_start_failed", reason, fix: "look at the node", final: false };
}

function latest(events: readonly CoreV1Event[], reason: string): CoreV1Event | undefined {
  const at = (event: CoreV1Event) => new Date(event.lastTimestamp ?? event.eventTime ?? 0).getTime();
  return events.filter((event) => event.reason === reason).toSorted((a, b) => at(b) - at(a))[0];
}
