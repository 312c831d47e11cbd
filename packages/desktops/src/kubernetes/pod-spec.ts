import { createHash } from "node:crypto";
import type { EnvironmentTemplate } from "@deskrl/domain";
import { GUEST_PORT } from "@deskrl/protocol";
import type { V1Pod, V1PodSpec, V1Toleration } from "@kubernetes/client-node";
import { GUEST_CAPABILITIES } from "../docker/container-spec.ts";
import { warmLabels } from "./pod-labels.ts";

export const GUEST_CONTAINER = "desktop";
const TOKEN_VARIABLE = "DESKRL_GUEST_TOKEN";

/** What a cluster's administrator decides about the pods of a worker. */
export interface PodPlacement {
  nodeSelector?: Record<string, string>;
  tolerations?: V1Toleration[];
  priorityClassName?: string;
  /** Names of secrets with which the image is pulled. */
  imagePullSecrets?: string[];
  /** Share of the limits that is asked for, 0 to 1: desktops rarely all work at once. Default 0.5. */
  requestShare?: number;
}

export interface PodSpecInput {
  template: EnvironmentTemplate;
  placement: PodPlacement;
  name: string;
  token: string;
  ownerId: string;
  lease: string;
}

/** Everything a pod of the template has that does not differ from one to the next. */
function fixedPart(template: EnvironmentTemplate, placement: PodPlacement): V1PodSpec {
  const { requestShare = 0.5 } = placement;
  const limits = {
    cpu: cores(template.cpuCores),
    memory: `${template.memoryMib}Mi`,
    "ephemeral-storage": "4Gi",
  };
  const requests = {
    cpu: cores(template.cpuCores * requestShare),
    memory: `${Math.ceil(template.memoryMib * requestShare)}Mi`,
    "ephemeral-storage": "512Mi",
  };
  const memoryFolder = (mib: number) => ({ medium: "Memory", sizeLimit: `${mib}Mi` });
  return {
    hostname: "desktop",
    restartPolicy: "Never",
    // A used desktop is thrown away; there is nothing in it to end well.
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(placement.nodeSelector ? { nodeSelector: placement.nodeSelector } : {}),
    ...(placement.tolerations ? { tolerations: placement.tolerations } : {}),
    ...(placement.priorityClassName ? { priorityClassName: placement.priorityClassName } : {}),
    ...(placement.imagePullSecrets
      ? { imagePullSecrets: placement.imagePullSecrets.map((name) => ({ name })) }
      : {}),
    securityContext: { seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: GUEST_CONTAINER,
        image: template.image,
        ports: [{ name: "guest", containerPort: GUEST_PORT }],
        resources: { limits, requests },
        // Starts as root for two things only: to close the network, and to become an ordinary user for good.
        securityContext: {
          privileged: false,
          allowPrivilegeEscalation: false,
          runAsUser: 0,
          capabilities: { drop: ["ALL"], add: [...GUEST_CAPABILITIES] },
        },
        volumeMounts: [
          { name: "shm", mountPath: "/dev/shm" },
          { name: "tmp", mountPath: "/tmp" },
          { name: "var-tmp", mountPath: "/var/tmp" },
        ],
      },
    ],
    volumes: [
      { name: "shm", emptyDir: memoryFolder(template.shmMib) },
      { name: "tmp", emptyDir: memoryFolder(512) },
      { name: "var-tmp", emptyDir: memoryFolder(64) },
    ],
  };
}

/** Hash of what a desktop is made from; desktops of equal content can stand for each other. */
export function podContent(template: EnvironmentTemplate, placement: PodPlacement): string {
  const text = JSON.stringify([fixedPart(template, placement), template.screen, template.network]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The pod of one desktop. Pure. */
export function podSpec({ template, placement, name, token, ownerId, lease }: PodSpecInput): V1Pod {
  const spec = fixedPart(template, placement);
  const content = podContent(template, placement);
  const env = [
    { name: TOKEN_VARIABLE, value: token },
    { name: "DESKRL_SCREEN", value: `${template.screen.width}x${template.screen.height}` },
    { name: "DESKRL_NETWORK", value: template.network },
  ];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: warmLabels({ ownerId, lease, content, network: template.network }) },
    spec: { ...spec, containers: spec.containers.map((container) => ({ ...container, env })) },
  };
}

/** The token of a pod's guest server; null for a pod that is none of ours. */
export function tokenOf(pod: V1Pod): string | null {
  const env = pod.spec?.containers.find(({ name }) => name === GUEST_CONTAINER)?.env;
  return env?.find(({ name }) => name === TOKEN_VARIABLE)?.value ?? null;
}

/** Whole thousandths of a core, which is as fine as the scheduler counts. */
function cores(value: number): string {
  return `${Math.max(1, Math.round(value * 1000))}m`;
}
