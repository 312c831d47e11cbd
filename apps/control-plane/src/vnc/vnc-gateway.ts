import { setMaxListeners } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type CoreContext, getEnvironment } from "@deskrl/core";
import { AppError } from "@deskrl/domain";
import { type WebSocket, WebSocketServer } from "ws";
import type { Tunnel } from "../gateway/tunnel.ts";
import type { TunnelBroker } from "../gateway/tunnel-broker.ts";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";
import { refuseUpgrade } from "../http/refuse-upgrade.ts";
import type { Log } from "../lib/log.ts";
import type { EventFeed } from "../push/event-feed.ts";
import { bridgeView } from "./bridge-view.ts";
import type { ViewTicket, ViewTicketStore } from "./view-ticket-store.ts";
import { createViewerSocket } from "./viewer-socket.ts";
import { watchControl } from "./watch-control.ts";

export interface VncGatewayOptions {
  core: CoreContext;
  tickets: ViewTicketStore;
  workers: WorkerRegistry;
  tunnels: TunnelBroker;
  feed: EventFeed;
  log: Log;
  pingIntervalMs: number;
}

/** The live view: one websocket and one tunnel a viewer, any number of them. */
export class VncGateway {
  readonly #options: VncGatewayOptions;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 16 * 1024 * 1024,
    handleProtocols: (offered) => (offered.has("binary") ? "binary" : false),
  });
  readonly #stop = new AbortController();
  readonly #views = new Map<Promise<void>, string>();

  constructor(options: VncGatewayOptions) {
    this.#options = options;
    // One listener a view, each removed at its end: more than ten is no leak here.
    setMaxListeners(0, this.#stop.signal);
  }

  /** Views that are open now, of one actor or of all. */
  openViews(actorId?: string): number {
    if (actorId === undefined) return this.#views.size;
    return [...this.#views.values()].filter((id) => id === actorId).length;
  }

  /** Opens a view for the ticket in the address; without a good one nothing is upgraded. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const token = new URL(req.url ?? "/", "http://localhost").searchParams.get("ticket") ?? "";
    const ticket = this.#options.tickets.redeem(token);
    if (!ticket) {
      const error = new AppError(
        "ticket_expired",
        "This ticket for a live view was used, has expired or is unknown.",
        {
          where: "VNC gateway",
          fix: "Open the desktop's page again: it gets a new ticket.",
        },
      );
      refuseUpgrade(socket, { status: error.status, body: error });
      return;
    }
    this.#sockets.handleUpgrade(req, socket, head, (viewer) => {
      const view = this.#serve(viewer, ticket).finally(() => this.#views.delete(view));
      this.#views.set(view, ticket.actor.id);
    });
  }

  /** Ends every view. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#views.keys());
    for (const viewer of this.#sockets.clients) viewer.terminate();
  }

  async #serve(socket: WebSocket, { actor, environmentId, control }: ViewTicket): Promise<void> {
    const { core, feed, log, pingIntervalMs } = this.#options;
    const viewer = createViewerSocket(socket, { pingIntervalMs });
    const fields = { environmentId, actor: actor.name, control };
    log.info(fields, "view opened");
    const watch = await watchControl({ core, feed, environmentId }).catch(() => null);
    const end = await bridgeView({
      viewer,
      openTunnel: (signal) => this.#openTunnel(environmentId, signal),
      mayInput: () => control && watch?.holder() === actor.name,
      onControlChanged: (listener) => watch?.onChanged(listener) ?? (() => {}),
      signal: this.#stop.signal,
    });
    watch?.close();
    log.info({ ...fields, ...end }, "view closed");
  }

  async #openTunnel(environmentId: string, signal: AbortSignal): Promise<Tunnel> {
    const { core, tunnels, workers } = this.#options;
    const { workerId } = await getEnvironment(core, { id: environmentId });
    return tunnels.open({
      environmentId,
      signal,
      ask: (value) => workers.get(workerId)?.send({ case: "openTunnel", value }) ?? false,
    });
  }
}
