import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Episode, newId, TaskDefinition } from "@deskrl/domain";
import type { EpisodeAssignment, JournalRecord } from "@deskrl/protocol";
import { DESKTOP_TEMPLATE } from "@deskrl/testing";
import { afterEach, expect, test, vi } from "vitest";
import { type GatewayServer, startGateway } from "./testing/gateway-server.ts";
import { hashOf } from "./testing/records.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";

const docker = promisify(execFile);
const MAIN = join(dirname(fileURLToPath(import.meta.url)), "main.ts");
const SLOW = { timeout: 150_000, interval: 250 };

const TASK = TaskDefinition.parse({
  id: "note",
  instruction: "Write the word done into /home/user/note.txt.",
  config: [{ type: "execute", parameters: { command: ["bash", "-c", "echo start > /home/user/note.txt"] } }],
  evaluator: {
    func: "exact_match",
    result: { type: "vm_command_line", command: ["cat", "/home/user/note.txt"] },
    expected: { type: "rule", rules: { expected: "done\n" } },
  },
});

function assignment(oracle: string[]): string {
  const assigned: EpisodeAssignment = {
    task: TASK,
    files: [],
    policy: "oracle",
    policyVersion: "1",
    solution: { oracle, nearMiss: [], nearMissFault: "" },
    maxSteps: 200,
    deadlineMs: 170_000,
    seed: 0,
  };
  return JSON.stringify(assigned);
}

/** The control plane's side: keeps what it is sent, by episode, exactly as the real one says it does. */
class Store {
  readonly records = new Map<Episode["id"], JournalRecord[]>();
  readonly blobs = new Set<string>();

  readonly service = {
    putBlob: async ({ hash, data }: { hash: string; data: Uint8Array }) => {
      expect(hashOf(data)).toBe(hash);
      this.blobs.add(hash);
      return {};
    },
    ingest: async ({ entries }: { entries: { episodeId: string; index: number; recordJson: string }[] }) => {
      for (const { episodeId, index, recordJson } of entries) {
        const list = this.records.get(episodeId) ?? [];
        this.records.set(episodeId, list);
        if (index === list.length) list.push(JSON.parse(recordJson));
      }
      const stored = Object.fromEntries([...this.records].map(([id, list]) => [id, list.length]));
      return { stored, rejected: [] };
    },
    putThumbnails: async () => ({}),
  };

  steps(episodeId: string) {
    const records = this.records.get(episodeId) ?? [];
    return records.flatMap((record) => (record.kind === "step" ? [record.step] : []));
  }

  result(episodeId: string) {
    const last = this.records.get(episodeId)?.at(-1);
    return last?.kind === "finished" ? last.result : null;
  }
}

const children: ChildProcess[] = [];
const dataDirs: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
  for (const dir of dataDirs.splice(0)) {
    for (const id of await containersOf(dir)) await docker("docker", ["rm", "-f", id]);
  }
});

async function containersOf(dataDir: string): Promise<string[]> {
  const path = join(dataDir, "worker-id");
  if (!existsSync(path)) return [];
  const owner = (await readFile(path, "utf8")).trim();
  const { stdout } = await docker("docker", ["ps", "-aq", "--filter", `label=deskrl.owner=${owner}`]);
  return stdout.split("\n").filter((id) => id !== "");
}

function startWorker(gateway: GatewayServer, dataDir: string) {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: {
      ...process.env,
      DESKRL_CONTROL_PLANE_URL: gateway.baseUrl,
      DESKRL_WORKER_TOKEN: "right",
      DESKRL_DATA_DIR: dataDir,
      DESKRL_DESKTOPS: "1",
      DESKRL_WARM_DESKTOPS: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  return { child, output: () => output };
}

function reports(gateway: GatewayServer, environmentId: string): string[] {
  return gateway.requests.flatMap(({ message }) =>
    message.case === "environment" && message.value.environmentId === environmentId
      ? [message.value.state]
      : [],
  );
}

const desire = (environmentId: string, recycleCount = 0) =>
  ({
    case: "desiredEnvironments" as const,
    value: {
      environments: [{ environmentId, templateJson: JSON.stringify(DESKTOP_TEMPLATE), recycleCount }],
    },
  }) satisfies Parameters<GatewayServer["send"]>[0];

test("a worker carries out an episode, survives SIGKILL in the next, and ends in order", {
  timeout: 600_000,
}, async () => {
  const store = new Store();
  await using gateway = await startGateway({ heartbeatIntervalMs: 500, service: store.service });
  const dataDir = await temporaryDirectory();
  dataDirs.push(dataDir);
  const environmentId = newId("environment");
  const first = startWorker(gateway, dataDir);
  const registered = () => gateway.requests.filter(({ message }) => message.case === "register");
  await vi.waitFor(() => expect(registered()).toHaveLength(1), SLOW);
  gateway.send(desire(environmentId));
  await vi.waitFor(() => expect(reports(gateway, environmentId)).toContain("ready"), SLOW);

  const solved = newId("episode");
  const oracle = [
    "Agent.open_app(app_name='terminal')",
    "Agent.type(text='echo done > ~/note.txt', enter=True)",
    "Agent.wait()",
  ];
  const assign = (episodeId: string, lines: string[]) =>
    gateway.send({
      case: "assignEpisode",
      value: { episodeId, epoch: 1n, environmentId, assignmentJson: assignment(lines) },
    });
  assign(solved, oracle);
  await vi.waitFor(
    () => expect(store.result(solved)).toMatchObject({ verdict: "succeeded", score: 1 }),
    SLOW,
  );
  expect(store.steps(solved).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  for (const { observation } of store.steps(solved)) expect(store.blobs).toContain(observation.screenshot);
  await vi.waitFor(() => expect(reports(gateway, environmentId).at(-1)).toBe("ready"), SLOW);

  const killed = newId("episode");
  assign(killed, Array(150).fill("Agent.wait()"));
  await vi.waitFor(() => expect(store.steps(killed).length).toBeGreaterThan(2), SLOW);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const left = (await readdir(join(dataDir, "journal", "active"))).filter((name) => name.startsWith(killed));
  expect(left).toHaveLength(1);
  const onDisk = await readFile(join(dataDir, "journal", "active", left[0] ?? ""), "utf8");
  const whole = onDisk.slice(0, onDisk.lastIndexOf("\n")).split("\n");

  const second = startWorker(gateway, dataDir);
  await vi.waitFor(() => expect(registered()).toHaveLength(2), SLOW);
  const again = registered()[1]?.message;
  expect(again?.case === "register" && again.value.abandoned).toMatchObject([
    { episodeId: killed, epoch: 1n },
  ]);
  await vi.waitFor(() => expect(store.records.get(killed)).toHaveLength(whole.length), SLOW);
  expect(store.records.get(killed)).toEqual(whole.map((line) => JSON.parse(line)));
  gateway.send(desire(environmentId));
  await vi.waitFor(() => expect(reports(gateway, environmentId).at(-1)).toBe("ready"), SLOW);

  const stopped = newId("episode");
  assign(stopped, Array(150).fill("Agent.wait()"));
  await vi.waitFor(() => expect(store.steps(stopped).length).toBeGreaterThan(0), SLOW);
  second.child.kill("SIGTERM");
  const [code] = await once(second.child, "close");
  expect(code, second.output()).toBe(0);
  expect(store.result(stopped)).toMatchObject({ verdict: "invalid", cause: "worker_lost", score: null });
  expect(store.result(stopped)?.reason).toContain("The worker is stopping.");
  expect(await containersOf(dataDir)).toEqual([]);
  expect(reports(gateway, environmentId).at(-1)).toBe("stopped");
  expect(await readdir(join(dataDir, "journal", "active"))).toEqual([]);
});

test("a recycled desktop is another one, and a second worker on the same folder says why it ends", {
  timeout: 300_000,
}, async () => {
  const store = new Store();
  await using gateway = await startGateway({ heartbeatIntervalMs: 500, service: store.service });
  const dataDir = await temporaryDirectory();
  dataDirs.push(dataDir);
  const environmentId = newId("environment");
  startWorker(gateway, dataDir);
  await vi.waitFor(() => expect(gateway.requests.length).toBeGreaterThan(0), SLOW);
  gateway.send(desire(environmentId));
  await vi.waitFor(() => expect(reports(gateway, environmentId).at(-1)).toBe("ready"), SLOW);
  const generations = () =>
    gateway.requests.flatMap(({ message }) =>
      message.case === "environment" ? [message.value.generation] : [],
    );
  const before = generations().at(-1) ?? 0;
  gateway.send(desire(environmentId, 1));
  await vi.waitFor(() => {
    expect(generations().at(-1)).toBeGreaterThan(before);
    expect(reports(gateway, environmentId).at(-1)).toBe("ready");
  }, SLOW);
  gateway.send({
    case: "command",
    value: { commandId: "c1", environmentId, commandJson: '{"kind":"clipboard.write","text":"表計算 😀"}' },
  });
  gateway.send({
    case: "command",
    value: { commandId: "c2", environmentId, commandJson: '{"kind":"clipboard.read"}' },
  });
  const results = () =>
    new Map(
      gateway.requests.flatMap(({ message }) =>
        message.case === "commandResult" ? [[message.value.commandId, message.value] as const] : [],
      ),
    );
  await vi.waitFor(() => expect(results().size).toBe(2), SLOW);
  expect(results().get("c1")?.errorJson).toBe("");
  const rival = startWorker(gateway, dataDir);
  const [code] = await once(rival.child, "close");
  expect(code).toBe(1);
  expect(rival.output()).toContain("Another worker");
  expect(rival.output()).toContain("DESKRL_DATA_DIR");
});
