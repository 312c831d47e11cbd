import { AppError, newId } from "@deskrl/domain";
import { AsyncQueue } from "../lib/async-queue.ts";
import type { Tunnel } from "./tunnel.ts";

/** How long a worker has to open a tunnel that it was asked for. */
export const OPEN_TUNNEL_TIMEOUT_MS = 10_000;

/** The worker's end of a tunnel, as its RPC sees it. */
export interface WorkerTunnelEnd {
  /** Bytes that came from the desktop. */
  receive(bytes: Uint8Array): Promise<void>;
  /** Bytes for the desktop. Ends when the viewer is gone. */
  readonly outgoing: AsyncIterable<Uint8Array>;
  /** The worker's side has ended. */
  close(): void;
}

interface Waiting {
  resolve: (tunnel: Tunnel) => void;
  reject: (error: AppError) => void;
}

export interface OpenTunnelOptions {
  environmentId: string;
  /** Asks the worker to dial; false when it is not connected. */
  ask: (request: { tunnelId: string; environmentId: string }) => boolean;
  signal: AbortSignal;
}

/** Brings together who wants to see a desktop and the stream that its worker opens for it. */
export class TunnelBroker {
  readonly #waiting = new Map<string, Waiting>();
  readonly #open = new Set<string>();

  /** Tunnels that are open now. */
  get openTunnels(): number {
    return this.#open.size;
  }

  /** @throws AppError `worker_unavailable`, or what the worker said of a desktop it could not reach */
  async open({ environmentId, ask, signal }: OpenTunnelOptions): Promise<Tunnel> {
    const tunnelId = newId("tunnel");
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(OPEN_TUNNEL_TIMEOUT_MS)]);
    try {
      return await new Promise<Tunnel>((resolve, reject) => {
        if (timeout.aborted) reject(unanswered(environmentId));
        timeout.addEventListener("abort", () => reject(unanswered(environmentId)), { once: true });
        this.#waiting.set(tunnelId, { resolve, reject });
        if (!ask({ tunnelId, environmentId })) reject(disconnected(environmentId));
      });
    } finally {
      this.#waiting.delete(tunnelId);
    }
  }

  /**
   * A worker has dialled.
   * @throws AppError `not_found` when nobody waits for this tunnel (any more)
   */
  accept(tunnelId: string): WorkerTunnelEnd {
    const waiting = this.#take(tunnelId);
    const toDesktop = new AsyncQueue<Uint8Array>();
    const fromDesktop = new AsyncQueue<Uint8Array>();
    this.#open.add(tunnelId);
    const close = () => {
      this.#open.delete(tunnelId);
      toDesktop.close();
      fromDesktop.close();
    };
    waiting.resolve({ incoming: fromDesktop, send: (bytes) => toDesktop.send(bytes), close });
    return { receive: (bytes) => fromDesktop.send(bytes), outgoing: toDesktop, close };
  }

  /** A worker could not reach the desktop. */
  refuse(tunnelId: string, reason: string): void {
    this.#take(tunnelId).reject(
      new AppError("guest_unreachable", reason, { where: "desktop", fix: "Recycle the desktop." }),
    );
  }

  #take(tunnelId: string): Waiting {
    const waiting = this.#waiting.get(tunnelId);
    this.#waiting.delete(tunnelId);
    if (waiting) return waiting;
    throw new AppError("not_found", `Nobody waits for the tunnel ${tunnelId}.`, { where: "Tunnel" });
  }
}

function disconnected(environmentId: string): AppError {
  return new AppError("worker_unavailable", "The worker that holds this desktop is not connected.", {
    where: environmentId,
    fix: "Wait until it is back, or start it again.",
  });
}

function unanswered(environmentId: string): AppError {
  return new AppError("worker_unavailable", "The worker that holds this desktop did not open its stream.", {
    where: environmentId,
    fix: "Try again; if it stays like this, look at the worker's log.",
  });
}
