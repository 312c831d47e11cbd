import { getEnvironment } from "@deskrl/core";
import { VNC_CLOSE_CODES } from "@deskrl/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";
import { eventually } from "../testing/eventually.ts";
import { RFB_SAMPLES } from "../testing/rfb-samples.ts";
import { LARGE_UPDATE, type RfbServer, startRfbServer, UPDATE } from "../testing/rfb-server.ts";
import { connectViewer, openViewer } from "../testing/viewer.ts";
import type { WorkerStub } from "../testing/worker-stub.ts";
import { VIEWS_PER_ACTOR } from "./view-budget.ts";

let cp: ControlPlaneResource;
let screen: RfbServer;
let worker: WorkerStub;
let id: string;
beforeAll(async () => {
  cp = await controlPlaneResource();
});
afterAll(() => cp.stop());
afterEach(async () => {
  await cp.clear();
  await screen.close();
});

async function startDesktop({ reachable = true, silent = false } = {}): Promise<void> {
  screen = await startRfbServer({ silent });
  worker = await cp.startWorker(reachable ? { rfbPort: screen.port } : {});
  await worker.take("desiredEnvironments");
  id = worker.environmentIds[0] ?? "";
  worker.report(id, "ready");
  await eventually(async () => (await getEnvironment(cp.core, { id })).state === "ready");
}

async function ticketUrl(control = false): Promise<string> {
  const { path } = await cp.program.environment.viewTicket.mutate({ id, control });
  return `${cp.url}${path}`;
}

const view = async (control = false) => openViewer(await ticketUrl(control));
const updateRequest = Buffer.from([3, 1, 0, 0, 0, 0, 0, 4, 0, 3]);
const wholeScreenRequest = Buffer.from([3, 0, 0, 0, 0, 0, 0, 4, 0, 3]);
const key = (keysym: number, down: boolean) => Buffer.from([4, down ? 1 : 0, 0, 0, 0, 0, 0, keysym]);
const whole = Buffer.concat(RFB_SAMPLES.map(({ bytes }) => bytes));
const harmless = Buffer.concat(RFB_SAMPLES.filter(({ input }) => !input).map(({ bytes }) => bytes));

describe("a ticket", () => {
  test("that was used, is unknown or missing is refused before the upgrade, with what to do", async () => {
    await startDesktop();
    const url = await ticketUrl();
    (await openViewer(url)).socket.close();
    for (const refused of [url, `${cp.url}/vnc?ticket=guess`, `${cp.url}/vnc`]) {
      const response = await upgradeRefused(refused);
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ code: "ticket_expired" });
      expect(response.body.fix).toBeTruthy();
    }
  });

  test("is not given for a desktop that does not exist, shows nothing yet, or whose worker is away", async () => {
    await startDesktop();
    const missing = cp.program.environment.viewTicket.mutate({ id: "env_none" });
    await expect(missing).rejects.toThrow("no environment");
    worker.report(id, "failed");
    await eventually(async () => (await getEnvironment(cp.core, { id })).state === "failed");
    await expect(ticketUrl()).rejects.toThrow("failed");
    await cp.clear();
    await startDesktop();
    worker.kill();
    await eventually(() =>
      ticketUrl().then(
        () => false,
        (error) => String(error).includes("not connected"),
      ),
    );
  });
});

describe("a view", () => {
  test("shows the desktop's bytes untouched", async () => {
    await startDesktop();
    const viewer = await view();
    viewer.send(updateRequest);
    expect(await viewer.read(UPDATE.length)).toEqual(UPDATE);
  });

  test("shows whole screens as fast as they are asked for, every byte of them", async () => {
    await startDesktop();
    const viewer = await view();
    for (let i = 0; i < 20; i += 1) {
      viewer.send(wholeScreenRequest);
      expect((await viewer.read(LARGE_UPDATE.length)).equals(LARGE_UPDATE)).toBe(true);
    }
  });

  test("without control drops every message that would change the desktop, and no other", async () => {
    await startDesktop();
    const viewer = await view();
    for (const byte of whole) viewer.send(Buffer.of(byte));
    await eventually(() => (screen.received[0]?.length ?? 0) >= harmless.length);
    viewer.send(updateRequest);
    await eventually(() => (screen.received[0]?.length ?? 0) >= harmless.length + updateRequest.length);
    expect(screen.received[0]).toEqual(Buffer.concat([harmless, updateRequest]));
  });

  test("with control passes input only while its person drives, and lets go of what was held", async () => {
    await startDesktop();
    const viewer = await view(true);
    viewer.send(Buffer.concat([key(0x61, true), updateRequest]));
    await viewer.read(UPDATE.length);
    expect(screen.received[0]).toEqual(updateRequest);
    await cp.program.environment.takeControl.mutate({ id });
    const pointer = Buffer.from([5, 1, 0, 9, 0, 8]);
    await eventually(async () => {
      viewer.send(Buffer.concat([key(0x62, true), pointer]));
      return screen.received[0]?.includes(pointer) ?? false;
    });
    await cp.program.environment.giveBack.mutate({ id });
    const released = Buffer.concat([key(0x62, false), Buffer.from([5, 0, 0, 9, 0, 8])]);
    await eventually(() => screen.received[0]?.includes(released) ?? false);
    const before = screen.received[0]?.length;
    viewer.send(Buffer.concat([key(0x63, true), updateRequest]));
    await eventually(() => screen.received[0]?.subarray(before).includes(updateRequest) ?? false);
    expect(screen.received[0]?.subarray(before)).toEqual(updateRequest);
  });

  test("that ends while keys are held lets go of them", async () => {
    await startDesktop();
    await cp.program.environment.takeControl.mutate({ id });
    const viewer = await view(true);
    viewer.send(key(0x61, true));
    await eventually(() => screen.received[0]?.includes(key(0x61, true)) ?? false);
    viewer.socket.terminate();
    await eventually(() => screen.received[0]?.includes(key(0x61, false)) ?? false);
    await eventually(() => screen.connections.size === 0);
  });

  test("of one person takes no input while another drives", async () => {
    await startDesktop();
    const { api } = await cp.signIn();
    await api.environment.takeControl.mutate({ id });
    const viewer = await view(true);
    viewer.send(Buffer.concat([key(0x61, true), updateRequest]));
    await viewer.read(UPDATE.length);
    expect(screen.received[0]).toEqual(updateRequest);
  });
});

describe("several viewers", () => {
  test("each have a stream of their own: one that joins or leaves disturbs no other", async () => {
    await startDesktop();
    const first = await view();
    const second = await view();
    second.send(updateRequest);
    expect(await second.read(UPDATE.length)).toEqual(UPDATE);
    second.socket.close();
    await eventually(() => screen.connections.size === 1);
    first.send(updateRequest);
    expect(await first.read(UPDATE.length)).toEqual(UPDATE);
  });

  test("one that reads nothing slows no other", async () => {
    await startDesktop();
    const stuck = await view();
    const [connection] = screen.connections;
    stuck.socket.pause();
    // Its pictures fill every buffer on the way until the desktop itself cannot write any more.
    await eventually(() => {
      stuck.send(wholeScreenRequest);
      return (connection?.writableLength ?? 0) > 2 * LARGE_UPDATE.length;
    });
    const other = await view();
    other.send(updateRequest);
    expect(await other.read(UPDATE.length)).toEqual(UPDATE);
    stuck.socket.terminate();
    await eventually(() => screen.connections.size === 1);
  });
});

describe("a browser that opens desktops without end", () => {
  test("gets as many live views as one person may have, and is told what to do for the rest", async () => {
    await startDesktop();
    const { api } = await cp.signIn();
    const ask = () => api.environment.viewTicket.mutate({ id });
    const opened: Awaited<ReturnType<typeof view>>[] = [];
    for (let n = 0; n < 4; n += 1) opened.push(await openViewer(`${cp.url}${(await ask()).path}`));
    let given = opened.length;
    const refusal = await (async () => {
      for (; given <= VIEWS_PER_ACTOR; given += 1) await ask();
    })().catch((error: unknown) => String(error));
    expect(given).toBe(VIEWS_PER_ACTOR);
    expect(refusal).toContain(`${VIEWS_PER_ACTOR} is the limit`);
    // Those that are open are not disturbed, another person is not, and one that closes makes room.
    opened[0]?.send(updateRequest);
    expect(await opened[0]?.read(UPDATE.length)).toEqual(UPDATE);
    await ticketUrl();
    opened[1]?.socket.close();
    await eventually(() =>
      ask().then(
        () => true,
        () => false,
      ),
    );
  });
});

describe("the end of a view names the hop that ended it", () => {
  test("the desktop", async () => {
    await startDesktop();
    const viewer = await view();
    for (const connection of screen.connections) connection.destroy();
    const { code, reason } = await viewer.closed;
    expect(code).toBe(VNC_CLOSE_CODES.desktop);
    expect(reason).toMatch(/^desktop: /);
  });

  test("the desktop that could not be reached, in the worker's words", async () => {
    await startDesktop({ reachable: false });
    const viewer = connectViewer(await ticketUrl());
    expect(await viewer.closed).toEqual({
      code: VNC_CLOSE_CODES.desktop,
      reason: "desktop: the desktop has no screen server",
    });
  });

  test("the worker that went away after the ticket was given", async () => {
    await startDesktop();
    const url = await ticketUrl();
    worker.kill();
    await worker.ended;
    const { code, reason } = await connectViewer(url).closed;
    expect(code).toBe(VNC_CLOSE_CODES.worker);
    expect(reason).toMatch(/^worker: /);
  });

  test("the desktop that never answers a greeting", async () => {
    await startDesktop({ silent: true });
    const { code, reason } = await connectViewer(await ticketUrl()).closed;
    expect(code).toBe(VNC_CLOSE_CODES.desktop);
    expect(reason).toContain("does not answer");
    await eventually(() => screen.connections.size === 0);
  });

  test("the viewer that leaves before the desktop has answered", async () => {
    await startDesktop({ silent: true });
    const viewer = connectViewer(await ticketUrl());
    await eventually(() => screen.connections.size === 1);
    viewer.socket.terminate();
    await eventually(() => screen.connections.size === 0);
  });

  test("the viewer that sends what is no message", async () => {
    await startDesktop();
    const viewer = await view();
    viewer.send(Buffer.of(99));
    expect(await viewer.closed).toMatchObject({ code: VNC_CLOSE_CODES.viewer });
    await eventually(() => screen.connections.size === 0);
  });
});

/** The HTTP answer to a websocket request that is not upgraded. */
function upgradeRefused(url: string): Promise<{ status: number; body: { code: string; fix: string } }> {
  return new Promise((resolve, reject) => {
    const { socket } = connectViewer(url);
    socket.removeAllListeners("error");
    socket.on("error", reject);
    socket.on("unexpected-response", (_request, response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    });
  });
}
