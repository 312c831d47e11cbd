import { AppError } from "@deskrl/domain";
import { VNC_CLOSE_CODES } from "@deskrl/protocol";
import type { Tunnel } from "../gateway/tunnel.ts";
import { ByteReader } from "../lib/byte-reader.ts";
import { withDeadline } from "../lib/deadline.ts";
import { RfbClientParser } from "./rfb-client-parser.ts";
import { greetDesktop, greetViewer } from "./rfb-handshake.ts";
import { RfbInputFilter } from "./rfb-input-filter.ts";
import { at, endOf, type ViewEnd } from "./view-end.ts";
import type { ViewerSocket } from "./viewer-socket.ts";

/** How long a desktop has to answer a greeting. */
const GREETING_TIMEOUT_MS = 10_000;
/** How long the last messages to a desktop may take before it is let go. */
const RELEASE_TIMEOUT_MS = 2_000;

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

const VIEWER_LEFT: ViewEnd = { hop: "viewer", reason: "the viewer left" };
const STOPPING: ViewEnd = { hop: "gateway", reason: "the control plane is stopping" };

/** Carries one viewer's view of one desktop until either side ends; both sides are closed afterwards. */
export async function bridgeView(options: BridgeViewOptions): Promise<ViewEnd> {
  const { viewer } = options;
  const over = new AbortController();
  const left = viewer.closed.then(() => VIEWER_LEFT);
  const stopping = untilAborted(options.signal);
  const ended = Promise.race([left, stopping.promise]).then((end) => {
    over.abort();
    return end;
  });
  let end: ViewEnd;
  try {
    const tunnel = await at("worker", options.openTunnel(over.signal));
    end = await carry(options, tunnel, ended);
  } catch (error) {
    end = over.signal.aborted ? await ended : endOf(error);
  }
  stopping.dispose();
  viewer.close(VNC_CLOSE_CODES[end.hop], `${end.hop}: ${end.reason}`);
  return end;
}

/** Whoever leaves, what it held down is let go of before the tunnel is closed. */
async function carry(options: BridgeViewOptions, tunnel: Tunnel, ended: Promise<ViewEnd>): Promise<ViewEnd> {
  const filter = new RfbInputFilter({ mayInput: options.mayInput });
  const release = async () => {
    const bytes = filter.release();
    if (bytes.length > 0) await tunnel.send(bytes);
  };
  const unsubscribe = options.onControlChanged(() => {
    if (!options.mayInput()) void release();
  });
  try {
    return await Promise.race([converse(options.viewer, tunnel, filter), ended]);
  } finally {
    unsubscribe();
    await withDeadline(release(), RELEASE_TIMEOUT_MS, () => {});
    tunnel.close();
  }
}

async function converse(viewer: ViewerSocket, tunnel: Tunnel, filter: RfbInputFilter): Promise<ViewEnd> {
  const fromViewer = new ByteReader(viewer.incoming, "viewer");
  const fromDesktop = new ByteReader(tunnel.incoming, "desktop");
  const greeted = withDeadline(greetDesktop(fromDesktop, tunnel.send), GREETING_TIMEOUT_MS, silent);
  await at("desktop", greeted);
  await at("viewer", greetViewer(fromViewer, viewer.send));
  return Promise.race([
    at("viewer", viewerToDesktop(fromViewer, tunnel, filter)),
    at("desktop", desktopToViewer(fromDesktop, viewer)),
  ]);
}

function silent(): never {
  throw new AppError("guest_timeout", "the desktop's screen server does not answer", {
    where: "desktop",
    fix: "Recycle the desktop.",
  });
}

async function viewerToDesktop(from: ByteReader, tunnel: Tunnel, filter: RfbInputFilter): Promise<ViewEnd> {
  const parser = new RfbClientParser();
  for (let chunk = await from.next(); chunk; chunk = await from.next()) {
    const passed = parser.push(chunk).flatMap((message) => filter.pass(message) ?? []);
    if (passed.length > 0) await tunnel.send(Buffer.concat(passed));
  }
  return VIEWER_LEFT;
}

async function desktopToViewer(from: ByteReader, viewer: ViewerSocket): Promise<ViewEnd> {
  for (let chunk = await from.next(); chunk; chunk = await from.next()) await viewer.send(chunk);
  return { hop: "desktop", reason: "the desktop's stream ended; it was stopped, recycled or lost" };
}

function untilAborted(signal: AbortSignal): { promise: Promise<ViewEnd>; dispose: () => void } {
  let end = () => {};
  const promise = new Promise<ViewEnd>((resolve) => {
    end = () => resolve(STOPPING);
  });
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  return { promise, dispose: () => signal.removeEventListener("abort", end) };
}
