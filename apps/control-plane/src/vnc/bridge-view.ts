import { AppError } from "@deskrl/domain";
import { VNC_CLOSE_CODES, type VncHop } from "@deskrl/protocol";
import type { Tunnel } from "../gateway/tunnel.ts";
import { ByteReader } from "../lib/byte-reader.ts";
import { RfbClientParser } from "./rfb-client-parser.ts";
import { greetDesktop, greetViewer } from "./rfb-handshake.ts";
import { RfbInputFilter } from "./rfb-input-filter.ts";
import type { ViewerSocket } from "./viewer-socket.ts";

export interface BridgeViewOptions {
  viewer: ViewerSocket;
  openTunnel: (signal: AbortSignal) => Promise<Tunnel>;
  /** Whether this viewer's input may pass at this moment. */
  mayInput: () => boolean;
  /** Calls back whenever `mayInput` may have changed; returns how to unsubscribe. */
  onControlChanged: (listener: () => void) => () => void;
  /** Ends the view from our side, such as at the end of the process. */
  signal: AbortSignal;
}

/** How a view ended: the hop that ended it, in words. */
export interface ViewEnd {
  hop: VncHop;
  reason: string;
}

const VIEWER_LEFT: ViewEnd = { hop: "viewer", reason: "the viewer left" };

/** Carries one viewer's view of one desktop until either side ends; both sides are closed afterwards. */
export async function bridgeView(options: BridgeViewOptions): Promise<ViewEnd> {
  const { viewer, signal } = options;
  let tunnel: Tunnel | null = null;
  let end: ViewEnd;
  try {
    const fromViewer = new ByteReader(viewer.incoming, "viewer");
    tunnel = await at("worker", options.openTunnel(signal));
    end = await carry(options, fromViewer, tunnel);
  } catch (error) {
    end = endOf(error);
  } finally {
    tunnel?.close();
  }
  viewer.close(VNC_CLOSE_CODES[end.hop], `${end.hop}: ${end.reason}`);
  return end;
}

async function carry(options: BridgeViewOptions, fromViewer: ByteReader, tunnel: Tunnel): Promise<ViewEnd> {
  const { viewer } = options;
  const fromDesktop = new ByteReader(tunnel.incoming, "desktop");
  await at("desktop", greetDesktop(fromDesktop, tunnel.send));
  await at("viewer", greetViewer(fromViewer, viewer.send));
  const filter = new RfbInputFilter({ mayInput: options.mayInput });
  const release = () => {
    const bytes = filter.release();
    return bytes.length > 0 ? tunnel.send(bytes) : Promise.resolve();
  };
  const unsubscribe = options.onControlChanged(() => {
    if (!options.mayInput()) void release();
  });
  const ended = untilAborted(options.signal);
  try {
    return await Promise.race([
      at("viewer", viewerToDesktop(fromViewer, tunnel, filter)),
      at("desktop", desktopToViewer(fromDesktop, viewer)),
      viewer.closed.then(() => VIEWER_LEFT),
      ended.promise,
    ]);
  } finally {
    unsubscribe();
    ended.dispose();
    await withDeadline(release(), 2_000);
  }
}

async function viewerToDesktop(from: ByteReader, tunnel: Tunnel, filter: RfbInputFilter): Promise<ViewEnd> {
  const parser = new RfbClientParser();
  for await (const chunk of from.rest()) {
    const passed = parser.push(chunk).flatMap((message) => filter.pass(message) ?? []);
    if (passed.length > 0) await tunnel.send(Buffer.concat(passed));
  }
  return VIEWER_LEFT;
}

async function desktopToViewer(from: ByteReader, viewer: ViewerSocket): Promise<ViewEnd> {
  for await (const chunk of from.rest()) await viewer.send(chunk);
  return { hop: "desktop", reason: "the desktop's stream ended; it was stopped, recycled or lost" };
}

function untilAborted(signal: AbortSignal): { promise: Promise<ViewEnd>; dispose: () => void } {
  let end = () => {};
  const promise = new Promise<ViewEnd>((resolve) => {
    end = () => resolve({ hop: "gateway", reason: "the control plane is stopping" });
  });
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  return { promise, dispose: () => signal.removeEventListener("abort", end) };
}

/** Remembers at which hop a part of the work failed. */
class HopError extends Error {
  readonly hop: VncHop;
  constructor(hop: VncHop, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.hop = hop;
  }
}

async function at<T>(hop: VncHop, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new HopError(hop, error);
  }
}

function endOf(error: unknown): ViewEnd {
  if (!(error instanceof HopError))
    return { hop: "gateway", reason: "the view failed; see the control plane's log" };
  const { cause } = error;
  const hop = cause instanceof AppError && cause.code.startsWith("guest_") ? "desktop" : error.hop;
  return { hop, reason: cause instanceof AppError ? cause.message : "the connection broke" };
}

async function withDeadline(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
