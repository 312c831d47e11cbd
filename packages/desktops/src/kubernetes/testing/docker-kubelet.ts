import type { V1Pod } from "@kubernetes/client-node";
import Docker from "dockerode";
import { GUEST_CONTAINER } from "../pod-spec.ts";

const LABEL = "deskrl.test-kubelet";

/** Runs pods as containers of the local engine, so that what is in them is real. */
export interface Kubelet {
  /** Starts the pod's container; tells its status as a node does. */
  start(pod: V1Pod, onStatus: (status: V1Pod["status"]) => void): Promise<void>;
  stop(name: string): Promise<void>;
  log(name: string): Promise<string>;
  close(): Promise<void>;
}

/** @param id tells the containers of this one from all others */
export function createDockerKubelet(id: string): Kubelet {
  const docker = new Docker();
  const nameOf = (pod: string) => `${id}-${pod}`;

  async function stop(name: string): Promise<void> {
    await docker
      .getContainer(nameOf(name))
      .remove({ force: true, v: true })
      .catch(() => {});
  }

  return {
    async start(pod, onStatus) {
      const name = pod.metadata?.name ?? "";
      const [container] = pod.spec?.containers ?? [];
      if (!container?.image) throw new Error("the pod has no image");
      const status = (state: object, ready = false) => ({
        containerStatuses: [
          { name: GUEST_CONTAINER, image: container.image ?? "", imageID: "", ready, restartCount: 0, state },
        ],
      });
      const known = await docker
        .getImage(container.image)
        .inspect()
        .catch(() => null);
      if (!known) {
        const waiting = {
          reason: "ErrImageNeverPull",
          message: `Container image "${container.image}" is not present`,
        };
        return onStatus({ phase: "Pending", ...status({ waiting }) });
      }
      const memory = Number.parseInt(container.resources?.limits?.memory ?? "1536", 10) * 1024 * 1024;
      const created = await docker.createContainer({
        name: nameOf(name),
        Image: container.image,
        Labels: { [LABEL]: id },
        Env: (container.env ?? []).map(({ name: key, value }) => `${key}=${value}`),
        HostConfig: {
          Memory: memory,
          CapDrop: container.securityContext?.capabilities?.drop ?? [],
          CapAdd: container.securityContext?.capabilities?.add ?? [],
          SecurityOpt: ["no-new-privileges"],
          ShmSize: 1024 ** 3,
          Tmpfs: { "/tmp": "rw,exec,nosuid,nodev,mode=1777", "/var/tmp": "rw,exec,nosuid,nodev,mode=1777" },
        },
      });
      await created.start();
      const info = await created.inspect();
      const podIP = Object.values(info.NetworkSettings.Networks)[0]?.IPAddress ?? "";
      onStatus({ phase: "Running", podIP, ...status({ running: { startedAt: new Date() } }, true) });
      created.wait().then(
        ({ StatusCode: exitCode }: { StatusCode: number }) => {
          const reason = exitCode === 137 ? "OOMKilled" : "Error";
          onStatus({ phase: "Failed", ...status({ terminated: { exitCode, reason } }) });
        },
        () => {},
      );
    },
    stop,
    async log(name) {
      const bytes = await docker.getContainer(nameOf(name)).logs({ stdout: true, stderr: true, tail: 30 });
      return bytes.toString();
    },
    async close() {
      const left = await docker.listContainers({ all: true, filters: { label: [`${LABEL}=${id}`] } });
      await Promise.all(
        left.map(({ Id }) =>
          docker
            .getContainer(Id)
            .remove({ force: true, v: true })
            .catch(() => {}),
        ),
      );
    },
  };
}
