/**
 * The live view alone, as a process: the gateway's own viewer socket, handshake, input filter and back-pressure, in front
 * of a screen server on this machine. For measuring it beside other gateways; tickets and workers are left out.
 * Usage: view-gateway-main.ts PORT_OF_THE_SCREEN_SERVER; writes the port it listens on.
 */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { portOf } from "../lib/port-of.ts";
import { bridgeView } from "../vnc/bridge-view.ts";
import { createViewerSocket } from "../vnc/viewer-socket.ts";
import { openSocketTunnel } from "./socket-tunnel.ts";

const screenPort = Number(process.argv[2]);
const running = new AbortController();

const http = createServer();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
http.on("upgrade", (req, socket, head) =>
  sockets.handleUpgrade(req, socket, head, (viewer) => {
    void bridgeView({
      viewer: createViewerSocket(viewer, { pingIntervalMs: 20_000 }),
      openTunnel: () => openSocketTunnel(screenPort),
      mayInput: () => false,
      onControlChanged: () => () => {},
      signal: running.signal,
    });
  }),
);
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
process.stdout.write(`${portOf(http)}\n`);
