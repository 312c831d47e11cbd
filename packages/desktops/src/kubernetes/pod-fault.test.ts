import type { CoreV1Event, V1Pod, V1PodStatus } from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { podFault } from "./pod-fault.ts";

const pod = (status: V1PodStatus): V1Pod => ({ metadata: { name: "p1" }, status });
const container = (state: object): V1PodStatus => ({
  containerStatuses: [{ name: "desktop", image: "i", imageID: "", ready: false, restartCount: 0, state }],
});
const event = (reason: string, message: string, second = 0): CoreV1Event => ({
  involvedObject: {},
  metadata: {},
  reason,
  message,
  lastTimestamp: new Date(second * 1000),
});
const unschedulable = (message?: string): V1PodStatus => ({
  phase: "Pending",
  conditions: [
    { type: "PodScheduled", status: "False", reason: "Unschedulable", ...(message ? { message } : {}) },
  ],
});

test.each<[string, V1PodStatus]>([
  ["nothing said yet", {}],
  ["being set up", { phase: "Pending", ...container({ waiting: { reason: "ContainerCreating" } }) }],
  ["running", { phase: "Running", ...container({ running: { startedAt: new Date() } }) }],
  ["waiting for the scheduler", { phase: "Pending" }],
])("no fault: %s", (_what, status) => expect(podFault(pod(status), [])).toBeNull());

test("an image that cannot be pulled, with the words of the pull; the first failure may pass by itself", () => {
  const status = (reason: string) => ({ phase: "Pending", ...container({ waiting: { reason } }) });
  const events = [
    event("Failed", "Error: ErrImagePull", 1),
    event("Failed", "manifest for x:1 not found", 2),
  ];
  expect(podFault(pod(status("ImagePullBackOff")), events)).toMatchObject({
    code: "image_missing",
    reason: "the image cannot be pulled: manifest for x:1 not found",
    final: true,
  });
  expect(podFault(pod(status("ErrImagePull")))).toMatchObject({ code: "image_missing", final: false });
});

test("out of memory, eviction, an end by itself and one by the cluster each say so", () => {
  const terminated = (reason: string, exitCode: number) => ({
    phase: "Failed",
    ...container({ terminated: { reason, exitCode } }),
  });
  const start = "environment_start_failed";
  expect(podFault(pod(terminated("OOMKilled", 137)))).toMatchObject({
    code: start,
    reason: "out of memory",
    final: true,
  });
  expect(podFault(pod(terminated("Error", 78)))?.reason).toBe("the container ended with exit code 78");
  const evicted = { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." };
  expect(podFault(pod(evicted))).toMatchObject({
    code: start,
    final: true,
    reason: "the node evicted the pod: The node was low on resource: memory.",
  });
  const condition = { type: "DisruptionTarget", status: "True", message: "drain" };
  expect(podFault(pod({ phase: "Running", conditions: [condition] }))?.reason).toContain(
    "takes the pod away: drain",
  );
  expect(podFault(pod({ phase: "Failed", message: "NodeLost" }))?.reason).toBe("the pod ended: NodeLost");
});

test("no node that fits is a lack of room, told in the scheduler's words, and may pass when one is added", () => {
  const words = "0/3 nodes are available: 3 Insufficient memory.";
  expect(podFault(pod(unschedulable(words)))).toMatchObject({
    code: "no_capacity",
    reason: `no node takes the pod: ${words}`,
    final: false,
  });
  expect(podFault(pod(unschedulable()), [event("FailedScheduling", words)])?.reason).toContain(words);
});

test("a node that cannot set the pod up is told by its event", () => {
  const fault = podFault(pod({ phase: "Pending" }), [event("FailedCreatePodSandBox", "no free addresses")]);
  expect(fault).toMatchObject({ reason: "the node cannot set the pod up: no free addresses", final: false });
});

test("a container that cannot be started is no matter of waiting", () => {
  const status = {
    phase: "Pending",
    ...container({ waiting: { reason: "CreateContainerError", message: "bad mount" } }),
  };
  expect(podFault(pod(status))).toMatchObject({
    reason: "the container cannot be started: bad mount",
    final: true,
  });
});
