import { once } from "node:events";
import { connect, createServer } from "node:net";
import { create } from "@bufbuild/protobuf";
import type { Desktop } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";
import { TunnelResponseSchema } from "@deskrl/protocol/worker-gateway";
import { expect, test, vi } from "vitest";
import { createGatewayClients } from "../gateway/gateway-client.ts";
import { startGateway } from "../testing/gateway-server.ts";
import { createTestLog } from "../testing/test-log.ts";
import { openTunnel } from "./open-tunnel.ts";

type Rfb = Pick<Desktop, "rfb">;

/** Only the RFB stream of a desktop is used here; a TCP server stands at its other end. */
function desktopAt(port: number): Desktop {
  const rfb: Rfb = { rfb: async () => connect(port, "127.0.0.1") };
  return rfb as Desktop;
}

test("bytes go both ways unchanged, and the end of one side is the end of the other", async () => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(echo, "listening");
  const sent = Buffer.alloc(3_000_000, "deskrl ");
  const back: Uint8Array[] = [];
  await using gateway = await startGateway({
    heartbeatIntervalMs: 1000,
    service: {
      async *tunnel(requests) {
        const reader = requests[Symbol.asyncIterator]();
        expect((await reader.next()).value).toMatchObject({ tunnelId: "tun_1", error: "" });
        const all = (async () => {
          let bytes = 0;
          while (bytes < sent.length) {
            const next = await reader.next();
            if (next.done) break;
            back.push(next.value.data);
            bytes += next.value.data.length;
          }
        })();
        for (let at = 0; at < sent.length; at += 60_000) {
          yield create(TunnelResponseSchema, { data: sent.subarray(at, at + 60_000) });
        }
        await all;
      },
    },
  });
  const { address } = { address: echo.address() };
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const closed = once(echo, "connection").then(([socket]) => once(socket, "close"));
  await openTunnel({
    tunnelId: "tun_1",
    environmentId: "env_1",
    desktopOf: () => desktopAt(port),
    client: createGatewayClients({ baseUrl: gateway.baseUrl, token: "right" }).tunnels,
    signal: new AbortController().signal,
    log: createTestLog().log,
  });
  expect(Buffer.concat(back).equals(sent)).toBe(true);
  await closed;
  echo.close();
});

test("a viewer who takes nothing holds the desktop back instead of filling the memory", async () => {
  let written = 0;
  const flood = createServer((socket) => {
    const more = () => {
      while (socket.write(Buffer.alloc(65_536))) written += 65_536;
      socket.once("drain", more);
    };
    socket.on("error", () => {});
    more();
  }).listen(0, "127.0.0.1");
  await once(flood, "listening");
  const address = flood.address();
  const stop = new AbortController();
  await using gateway = await startGateway({
    heartbeatIntervalMs: 1000,
    service: {
      // biome-ignore lint/correctness/useYield: it sends nothing, and takes only the first message
      async *tunnel(requests, { signal }) {
        await requests[Symbol.asyncIterator]().next();
        await once(signal, "abort");
      },
    },
  });
  const tunnel = openTunnel({
    tunnelId: "tun_1",
    environmentId: "env_1",
    desktopOf: () => desktopAt(typeof address === "object" && address !== null ? address.port : 0),
    client: createGatewayClients({ baseUrl: gateway.baseUrl, token: "right" }).tunnels,
    signal: stop.signal,
    log: createTestLog().log,
  });
  let before = -1;
  await vi.waitFor(
    () => {
      const same = before === written && written > 0;
      before = written;
      expect(same).toBe(true);
    },
    { timeout: 8_000, interval: 400 },
  );
  expect(written).toBeLessThan(64 * 1024 * 1024);
  stop.abort();
  await tunnel;
  flood.close();
});

test("a desktop that cannot be reached is said in words", async () => {
  const told: string[] = [];
  await using gateway = await startGateway({
    heartbeatIntervalMs: 1000,
    service: {
      // biome-ignore lint/correctness/useYield: nothing goes back on a tunnel that was refused
      async *tunnel(requests) {
        for await (const { tunnelId, error } of requests) told.push(`${tunnelId}: ${error}`);
      },
    },
  });
  await openTunnel({
    tunnelId: "tun_1",
    environmentId: "env_1",
    desktopOf: () => {
      throw new AppError("guest_unreachable", "The desktop is failed.", { fix: "Recycle it." });
    },
    client: createGatewayClients({ baseUrl: gateway.baseUrl, token: "right" }).tunnels,
    signal: new AbortController().signal,
    log: createTestLog().log,
  });
  expect(told).toEqual(["tun_1: The desktop is failed. What to do: Recycle it."]);
});
