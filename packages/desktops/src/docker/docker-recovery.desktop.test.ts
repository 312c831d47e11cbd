import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newId } from "@deskrl/domain";
import { createTestProvider, DESKTOP_TEMPLATE, withProvider } from "@deskrl/testing";
import { expect, test } from "vitest";
import { createDockerProvider } from "./docker-provider.ts";
import { createEngine } from "./engine.ts";
import { LABELS } from "./labels.ts";
import { StartFailure } from "./start-failure.ts";

const engine = createEngine();
const containersOf = (ownerId: string) => engine.list([`${LABELS.owner}=${ownerId}`]);
const namesOf = async (ownerId: string) => (await containersOf(ownerId)).map(({ Names }) => Names[0] ?? "");
const newOwner = () => `test-${newId("worker")}`;

/** Waits for what a background removal or an event brings about; the test's own time limit is the deadline. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("a worker killed in the middle leaves no orphan: its next life takes back what is clean and removes the rest", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "deskrl-crash-"));
  const [ownerId, used, unused] = [newOwner(), newId("environment"), newId("environment")];
  const template = DESKTOP_TEMPLATE;
  const script = fileURLToPath(new URL("./owner-process.ts", import.meta.url));
  const input = JSON.stringify({ ownerId, stateDir, template, used, unused });
  const child = spawn(process.execPath, ["--import", "tsx", script, input], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect((await containersOf(ownerId)).length).toBeGreaterThanOrEqual(2);

  const provider = createDockerProvider({ ownerId, stateDir, template, warm: 1 });
  try {
    const { adopted, removed } = await provider.reconcile({ keep: [used, unused] });
    expect(adopted).toContain(unused);
    expect(adopted).not.toContain(used);
    expect(removed.some((name) => name.includes(used))).toBe(true);
    expect((await provider.list()).map((one) => one.environmentId)).toEqual([unused]);
    expect((await provider.ensure({ environmentId: unused, template })).generation).toBe(1);

    const again = await provider.ensure({ environmentId: used, template });
    expect(again.generation).toBe(2);
    expect(await again.clipboard.read()).not.toContain("in the middle");
  } finally {
    await provider.close({ destroyAll: true });
    await rm(stateDir, { recursive: true });
  }
  expect(await containersOf(ownerId)).toEqual([]);
});

test("without its records a worker takes nothing for clean", async () => {
  const ownerId = newOwner();
  const first = await createTestProvider({ ownerId });
  const environmentId = newId("environment");
  await first.provider.ensure({ environmentId, template: first.template });
  await first.provider.close();
  const second = await createTestProvider({ ownerId });
  expect((await second.provider.list()).length).toBe(0);
  expect(await containersOf(ownerId)).toEqual([]);
  await Promise.all([first.dispose(), second.dispose()]);
});

test("a container killed from outside is noticed, and the environment gets a clean one on reset", async () => {
  await withProvider(async (provider, template) => {
    const stop = new AbortController();
    const events = provider.watch(stop.signal);
    const environmentId = newId("environment");
    const desktop = await provider.ensure({ environmentId, template });
    await desktop.clipboard.write("used");
    await until(async () => (await engine.inspect(`deskrl-${environmentId}-g1`)) !== null);
    await engine.remove(`deskrl-${environmentId}-g1`);
    for await (const event of events) {
      expect(event.environment).toMatchObject({ environmentId, state: "failed", cause: "environment_lost" });
      stop.abort();
    }
    expect(() => provider.get(environmentId)).toThrow(expect.objectContaining({ code: "guest_unreachable" }));
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: "guest_unreachable" });
    expect((await provider.reset(environmentId)).generation).toBe(2);
    expect((await provider.list())[0]).toMatchObject({ state: "ready", used: false, cause: null });
  });
});

test("ports that other programs hold are passed over, without the caller noticing", async () => {
  const ports = { from: 20_400, to: 20_405 };
  const holders = await Promise.all([0, 1, 2, 3].map((offset) => hold(ports.from + offset)));
  try {
    await withProvider(
      async (provider, template) => {
        const ensure = () => provider.ensure({ environmentId: newId("environment"), template });
        const desktops = await Promise.all([ensure(), ensure()]);
        for (const desktop of desktops) expect((await desktop.screenshot()).bytes.length).toBeGreaterThan(0);
      },
      { ports },
    );
  } finally {
    for (const holder of holders) holder.close();
  }
});

test("a start that fails says in which phase and with what log, and leaves nothing behind", async () => {
  const ownerId = newOwner();
  await withProvider(
    async (provider, template) => {
      const environmentId = newId("environment");
      const starting = provider.ensure({ environmentId, template });
      const error = await starting.catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: "environment_start_failed",
        message: expect.stringMatching(/phase "boot".+Host: kernel/s),
      });
      const failure = error instanceof Error ? error.cause : null;
      expect(failure).toBeInstanceOf(StartFailure);
      expect(failure).toMatchObject({ phase: "boot", host: { cores: expect.any(Number) } });
      expect(await containersOf(ownerId)).toEqual([]);
      expect((await provider.list())[0]).toMatchObject({
        state: "failed",
        cause: "environment_start_failed",
      });
      await provider.destroy(environmentId);
      expect(await provider.list()).toEqual([]);
    },
    { ownerId, readyDeadlines: { bootMs: 1, desktopMs: 1 } },
  );
});

test("a missing image is an error of its own before anything is started", async () => {
  await withProvider(
    async (provider, template) => {
      const starting = provider.ensure({ environmentId: newId("environment"), template });
      await expect(starting).rejects.toMatchObject({ code: "image_missing" });
      expect((await provider.check()).problem).toMatchObject({ code: "image_missing" });
    },
    { template: { image: "deskrl/no-such-image:latest" } },
  );
});

test("other owners' containers are not touched", async () => {
  await withProvider(async (bystander, template) => {
    const environmentId = newId("environment");
    const desktop = await bystander.ensure({ environmentId, template });
    await withProvider((provider) => provider.reconcile({ keep: [] }));
    expect((await desktop.screenshot()).bytes.length).toBeGreaterThan(0);
  });
});

test("closing while starts are under way leaves no container", async () => {
  const ownerId = newOwner();
  await withProvider(
    async (provider, template) => {
      const starting = [1, 2, 3, 4].map(() =>
        provider.ensure({ environmentId: newId("environment"), template }).catch(() => "refused"),
      );
      await until(async () => (await namesOf(ownerId)).length > 0);
      await provider.close({ destroyAll: true });
      expect(await Promise.all(starting)).toContain("refused");
    },
    { ownerId },
  );
  expect(await namesOf(ownerId)).toEqual([]);
});

function hold(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

test("whoever asks for a container to be gone is answered when it is gone, also while others remove it", async () => {
  const ownerId = newOwner();
  const id = await engine.create({
    Image: DESKTOP_TEMPLATE.image,
    Entrypoint: ["sleep", "600"],
    Labels: { [LABELS.owner]: ownerId },
  });
  await engine.start(id);
  const seen = [1, 2, 3, 4].map(() => engine.remove(id).then(() => namesOf(ownerId)));
  expect(await Promise.all(seen)).toEqual([[], [], [], []]);
});
