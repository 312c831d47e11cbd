import { createHash } from "node:crypto";
import type { EnvironmentTemplate } from "@deskrl/domain";
import { GUEST_PORT } from "@deskrl/protocol";
import type Docker from "dockerode";
import { containerLabels } from "./labels.ts";

const MIB = 1024 * 1024;
/** Only the loopback address: a guest is reached by its own worker and by nobody else. */
export const PUBLISH_HOST = "127.0.0.1";

/**
 * What the guest's entry point needs before it gives everything up: closing the network (NET_ADMIN), becoming `user`
 * (SETUID, SETGID), and dropping its capabilities for good (SETPCAP).
 */
export const GUEST_CAPABILITIES = ["NET_ADMIN", "SETUID", "SETGID", "SETPCAP"] as const;

/** Networks by what they let through; both keep the guests apart from each other. */
export const NETWORK_NAMES = { none: "deskrl", internet: "deskrl-internet" } as const;

/** Sizes of the guest's memory-backed folders, counted against its memory limit. */
const TMPFS_MIB = { "/tmp": 512, "/var/tmp": 64 } as const;

export interface ContainerSpecInput {
  template: EnvironmentTemplate;
  /** Content id of the image, so that a rebuilt tag never mixes with the old one. */
  imageId: string;
  networkId: string;
  name: string;
  port: number;
  token: string;
  ownerId: string;
  lease: string;
}

/** Everything a container of the template has that does not differ from one to the next. */
function fixedPart(template: EnvironmentTemplate, imageId: string) {
  const memory = template.memoryMib * MIB;
  return {
    Image: imageId,
    Hostname: "desktop",
    ExposedPorts: { [`${GUEST_PORT}/tcp`]: {} },
    HostConfig: {
      NetworkMode: NETWORK_NAMES[template.network],
      Memory: memory,
      /** Equal to Memory: no swap, so a desktop that outgrows its limit ends instead of slowing all others down. */
      MemorySwap: memory,
      NanoCpus: Math.round(template.cpuCores * 1e9),
      PidsLimit: template.pidsLimit,
      ShmSize: template.shmMib * MIB,
      CapDrop: ["ALL"],
      CapAdd: [...GUEST_CAPABILITIES],
      SecurityOpt: ["no-new-privileges"],
      RestartPolicy: { Name: "no" },
      LogConfig: { Type: "json-file", Config: { "max-size": "1m", "max-file": "1" } },
      Tmpfs: Object.fromEntries(
        Object.entries(TMPFS_MIB).map(([path, mib]) => [path, `rw,exec,nosuid,nodev,size=${mib}m,mode=1777`]),
      ),
    },
  } satisfies Docker.ContainerCreateOptions;
}

/** Hash of what a desktop is made from; desktops of equal content can stand for each other. */
export function contentOf(template: EnvironmentTemplate, imageId: string): string {
  const text = JSON.stringify([fixedPart(template, imageId), template.screen]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The create options of one desktop container. Pure. */
export function containerSpec(input: ContainerSpecInput): Docker.ContainerCreateOptions & { name: string } {
  const { template, imageId, port, token } = input;
  const fixed = fixedPart(template, imageId);
  const content = contentOf(template, imageId);
  return {
    ...fixed,
    name: input.name,
    Labels: containerLabels({ ownerId: input.ownerId, lease: input.lease, content }),
    Env: [
      `DESKRL_GUEST_TOKEN=${token}`,
      `DESKRL_SCREEN=${template.screen.width}x${template.screen.height}`,
      `DESKRL_NETWORK=${template.network}`,
    ],
    HostConfig: {
      ...fixed.HostConfig,
      NetworkMode: input.networkId,
      PortBindings: { [`${GUEST_PORT}/tcp`]: [{ HostIp: PUBLISH_HOST, HostPort: String(port) }] },
    },
  };
}

/** Create options of the shared network of one kind. Pure. */
export function networkSpec(
  kind: EnvironmentTemplate["network"],
  label: string,
): Docker.NetworkCreateOptions {
  return {
    Name: NETWORK_NAMES[kind],
    Driver: "bridge",
    Labels: { [label]: kind },
    Options: {
      "com.docker.network.bridge.enable_icc": "false",
      "com.docker.network.bridge.enable_ip_masquerade": kind === "internet" ? "true" : "false",
    },
  };
}
