import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * What a link does to what passes: `cut` ends connections and takes no new ones, `silent` lets nothing through while the
 * connections stay up, as a firewall that drops packets does; what waited goes on afterwards.
 */
export type LinkState =
  | { kind: "open" }
  | { kind: "cut" }
  | { kind: "silent" }
  | { kind: "slow"; ms: number };

/** A TCP connection in between two processes, which can be broken on purpose. */
export interface Link {
  readonly port: number;
  readonly state: LinkState;
  set(state: LinkState): void;
  close(): Promise<void>;
}

/** Listens on the loopback and passes everything on to `target`. */
export async function openLink(target: NetConnectOpts): Promise<Link> {
  let state: LinkState = { kind: "open" };
  let changed = createChange();
  const sockets = new Set<Socket>();

  const passable = async () => {
    while (state.kind === "silent") await changed.promise;
    if (state.kind === "slow") await sleep(state.ms);
  };
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    // The error is followed by `close`, which ends the other side as well.
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer({ allowHalfOpen: true }, async (near) => {
    if (state.kind === "cut") return near.destroy();
    const far = connect({ ...target, allowHalfOpen: true });
    keep(near, far);
    keep(far, near);
    await Promise.allSettled([pump(near, far, passable), pump(far, near, passable)]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server),
    get state() {
      return state;
    },
    set(next) {
      state = next;
      changed.announce();
      changed = createChange();
      if (next.kind === "cut") for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      state = { kind: "cut" };
      changed.announce();
      await closed;
    },
  };
}

async function pump(from: Socket, to: Socket, passable: () => Promise<void>): Promise<void> {
  for await (const chunk of from) {
    await passable();
    if (to.destroyed) return;
    if (!to.write(chunk)) await Promise.race([once(to, "drain"), once(to, "close")]);
  }
  await passable();
  to.end();
}

function createChange() {
  let announce = () => {};
  const promise = new Promise<void>((resolve) => {
    announce = resolve;
  });
  return { promise, announce: () => announce() };
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address === "object" && address) return address.port;
  throw new Error("the link does not listen on a port");
}
