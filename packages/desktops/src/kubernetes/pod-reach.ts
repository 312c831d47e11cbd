import { createServer, type Socket } from "node:net";
import { AppError } from "@deskrl/domain";
import { GUEST_PORT } from "@deskrl/protocol";
import { type KubeConfig, PortForward, type V1Pod } from "@kubernetes/client-node";

/** An address at which a pod's guest server answers from here. */
export interface Reached {
  host: string;
  port: number;
  close(): void;
}

/** How guests are reached: `pod-ip` from inside the cluster, `port-forward` through the API server from anywhere. */
export type ReachMode = "pod-ip" | "port-forward";

export type Reach = (pod: V1Pod) => Promise<Reached>;

/** @throws AppError guest_unreachable when the pod has no address, or no port is free */
export function createReach(mode: ReachMode, config: KubeConfig, namespace: string): Reach {
  if (mode === "pod-ip") return async (pod) => ({ host: addressOf(pod), port: GUEST_PORT, close: () => {} });
  const forward = new PortForward(config);
  return (pod) => forwarded(forward, namespace, pod.metadata?.name ?? "");
}

function addressOf(pod: V1Pod): string {
  const host = pod.status?.podIP;
  if (host) return host.includes(":") ? `[${host}]` : host;
  throw new AppError("guest_unreachable", "The pod has no address", {
    where: pod.metadata?.name ?? "pod",
    fix: "look at it with kubectl describe pod",
  });
}

/** A port on loopback; each connection to it becomes one of the API server's to the pod. */
function forwarded(forward: PortForward, namespace: string, name: string): Promise<Reached> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // A connection that breaks is an answer of the guest's client, which knows what was asked.
    socket.on("error", () => socket.destroy());
    forward.portForward(namespace, name, [GUEST_PORT], socket, null, socket).then(
      (connection) => {
        const webSocket = typeof connection === "function" ? connection() : connection;
        webSocket?.addEventListener("close", () => socket.destroy());
        socket.on("close", () => {
          sockets.delete(socket);
          webSocket?.close();
        });
        if (socket.destroyed) webSocket?.close();
      },
      () => socket.destroy(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address !== "object" || address === null) return reject(new Error("the server has no port"));
      resolve({
        host: "127.0.0.1",
        port: address.port,
        close() {
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      });
    });
  });
}
