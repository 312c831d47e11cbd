import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@deskrl/domain";
import { useDesktop, withDesktop } from "@deskrl/testing";
import { expect, test } from "vitest";
import { shell } from "../contract/context.ts";
import type { Desktop } from "../types.ts";
import { createEngine } from "./engine.ts";
import { LABELS } from "./labels.ts";

const ownerId = `test-${newId("worker")}`;
const guest = useDesktop({ ownerId });

async function ownContainer() {
  const engine = createEngine();
  const [container] = await engine.list([`${LABELS.owner}=${ownerId}`]);
  const info = container && (await engine.inspect(container.Id));
  if (!info) throw new Error("the desktop of this file has no container");
  return info;
}

/** Whether the guest gets a TCP connection within two seconds. */
async function reaches(desktop: Desktop, host: string, port: number): Promise<boolean> {
  const command = `timeout 2 bash -c 'exec 3<>/dev/tcp/${host}/${port}'`;
  return (await desktop.execute({ id: newId("action"), command })).exitCode === 0;
}

test("programs of the guest are an ordinary user without rights, and cannot get any", async () => {
  const status = await shell(
    guest.desktop,
    "id -un; grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status",
  );
  expect(status).toBe("user\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n");
});

test("the token of the guest server is not to be found by programs of the guest", async () => {
  const { Config } = await ownContainer();
  const token = Config.Env.find((line) => line.startsWith("DESKRL_GUEST_TOKEN="))?.split("=")[1] ?? "";
  expect(token.length).toBeGreaterThan(20);
  const found = await shell(
    guest.desktop,
    `cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c '${token}' || true`,
  );
  // The command that looks for it has it in its own environment of arguments only, never in an environment variable.
  expect(found.trim()).toBe("0");
});

test("the container runs within its limits", async () => {
  const { HostConfig } = await ownContainer();
  expect(HostConfig).toMatchObject({
    Memory: 1536 * 1024 * 1024,
    PidsLimit: 512,
    NanoCpus: 2e9,
    ShmSize: 1024 ** 3,
    Privileged: false,
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"],
  });
  expect((await shell(guest.desktop, "df -m --output=size /dev/shm | tail -1")).trim()).toBe("1024");
});

test("the guest port is published on the loopback address only", async () => {
  const { NetworkSettings } = await ownContainer();
  const published = Object.values(NetworkSettings.Ports).flat();
  expect(published.map(({ HostIp }) => HostIp)).toEqual(["127.0.0.1"]);
});

test("a guest without a network reaches neither this machine nor another desktop", async () => {
  const { NetworkSettings } = await ownContainer();
  const [network] = Object.values(NetworkSettings.Networks);
  if (!network) throw new Error("the container has no network");
  const server = createServer((_request, response) => void response.end("reached"));
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    expect(await reaches(guest.desktop, network.Gateway, port)).toBe(false);
    await withDesktop(async (other) => {
      expect(await reaches(other, network.IPAddress, 7000)).toBe(false);
      expect(await reaches(other, "127.0.0.1", 7000)).toBe(true);
    });
  } finally {
    server.close();
  }
});

test("a guest with the internet has a way out, and still none to another desktop", async () => {
  await withDesktop(
    async (open) => {
      expect(await shell(open, "ip route show default")).toMatch(/^default via /);
      const address = (await shell(open, "hostname -I")).trim();
      await withDesktop(async (other) => expect(await reaches(other, address, 7000)).toBe(false), {
        template: { network: "internet" },
      });
    },
    { template: { network: "internet" } },
  );
});
