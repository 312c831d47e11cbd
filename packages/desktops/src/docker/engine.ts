import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@deskrl/domain";
import Docker from "dockerode";
import { startDeadline } from "../deadline.ts";
import { engineError, engineTimeout, isConflict, isMissing } from "./engine-errors.ts";

/** How to reach the engine. Default: the local socket. */
export type EngineConnection = { socketPath: string } | { host: string; port: number };

/** Milliseconds each kind of daemon call may take. */
export interface EngineDeadlines {
  queryMs: number;
  createMs: number;
  startMs: number;
  removeMs: number;
}

export const ENGINE_DEADLINES: EngineDeadlines = {
  queryMs: 10_000,
  createMs: 30_000,
  startMs: 60_000,
  removeMs: 30_000,
};

/** What is told of a machine is told often; one with more images than this is a store of them. */
const MAX_IMAGE_NAMES = 50;
const REMOVAL_POLL_MS = 50;

/** dockerode, each call with a deadline and with errors in our codes. Its types stay in this folder. */
export interface Engine {
  version(signal?: AbortSignal): Promise<string>;
  info(signal?: AbortSignal): Promise<{ rootDir: string }>;
  imageId(image: string, signal?: AbortSignal): Promise<string | null>;
  /** Names of the images that are there, the newest first; at most 50. */
  imageNames(signal?: AbortSignal): Promise<string[]>;
  create(spec: Docker.ContainerCreateOptions): Promise<string>;
  start(containerId: string): Promise<void>;
  rename(containerId: string, name: string): Promise<void>;
  /** Kills and removes it with its volumes. No error when it is gone already. Takes a name as well as an id. */
  remove(containerId: string): Promise<void>;
  inspect(containerId: string, signal?: AbortSignal): Promise<Docker.ContainerInspectInfo | null>;
  list(labels: readonly string[], signal?: AbortSignal): Promise<Docker.ContainerInfo[]>;
  logTail(containerId: string, lines: number): Promise<string>;
  /** Anonymous and shared memory of its cgroup, without the page cache. */
  privateMemoryBytes(containerId: string): Promise<number>;
  networks(label: string): Promise<Docker.NetworkInspectInfo[]>;
  createNetwork(spec: Docker.NetworkCreateOptions): Promise<string>;
  /** No error when it is gone already. */
  removeNetwork(id: string): Promise<void>;
  /** Raw event stream of containers with the label; ends when the signal aborts. */
  events(label: string, signal: AbortSignal): Promise<NodeJS.ReadableStream>;
}

export function createEngine(
  connection: EngineConnection = { socketPath: "/var/run/docker.sock" },
  deadlines: EngineDeadlines = ENGINE_DEADLINES,
): Engine {
  const docker = new Docker(connection);

  async function call<T>(
    name: string,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
    run: (abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = startDeadline(timeoutMs, signal);
    try {
      deadline.signal.throwIfAborted();
      return await Promise.race([run(deadline.signal), rejectOnAbort(deadline.signal)]);
    } catch (error) {
      if (deadline.aborted === "cancelled") {
        throw new AppError("cancelled", "The call was cancelled", { where: name, cause: error });
      }
      if (deadline.aborted === "expired") throw engineTimeout(name, timeoutMs);
      throw engineError(error, name);
    } finally {
      deadline.end();
    }
  }
  const query = (signal?: AbortSignal) => ({ timeoutMs: deadlines.queryMs, signal });

  async function orNull<T>(result: Promise<T>): Promise<T | null> {
    return result.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  const inspect = (id: string, signal?: AbortSignal) =>
    orNull(
      call("inspect container", query(signal), (abortSignal) =>
        docker.getContainer(id).inspect({ abortSignal }),
      ),
    );

  return {
    version: (signal) => call("version", query(signal), async () => (await docker.version()).Version),
    info: (signal) =>
      call("info", query(signal), async () => ({ rootDir: String((await docker.info()).DockerRootDir) })),
    imageId: (image, signal) =>
      orNull(call("inspect image", query(signal), async () => (await docker.getImage(image).inspect()).Id)),
    imageNames: (signal) =>
      call("list images", query(signal), async (abortSignal) => {
        const images = await docker.listImages({ abortSignal });
        const names = images
          .toSorted((a, b) => b.Created - a.Created)
          .flatMap(({ RepoTags }) => RepoTags ?? []);
        return names.filter((name) => name !== "<none>:<none>").slice(0, MAX_IMAGE_NAMES);
      }),
    create: (spec) =>
      call("create container", { timeoutMs: deadlines.createMs }, async (abortSignal) => {
        return (await docker.createContainer({ ...spec, abortSignal })).id;
      }),
    start: (id) =>
      call("start container", { timeoutMs: deadlines.startMs }, async (abortSignal) => {
        await docker.getContainer(id).start({ abortSignal });
      }),
    rename: (id, name) =>
      call("rename container", query(), async (abortSignal) => {
        await docker.getContainer(id).rename({ name, abortSignal });
      }),
    async remove(id) {
      const until = performance.now() + deadlines.removeMs;
      try {
        await call("remove container", { timeoutMs: deadlines.removeMs }, async (abortSignal) => {
          await docker.getContainer(id).remove({ force: true, v: true, abortSignal });
        });
      } catch (error) {
        if (isMissing(error)) return;
        if (!isConflict(error)) throw error;
        // Another call is about to remove it: whoever asked for it to be gone gets it gone.
        while ((await inspect(id)) !== null) {
          if (performance.now() > until) throw engineTimeout("remove container", deadlines.removeMs);
          await sleep(REMOVAL_POLL_MS);
        }
      }
    },
    inspect,
    list: (label, signal) =>
      call("list containers", query(signal), (abortSignal) =>
        docker.listContainers({ all: true, filters: { label: [...label] }, abortSignal }),
      ),
    logTail: (id, tail) =>
      call("container logs", query(), async (abortSignal) => {
        const options = { stdout: true, stderr: true, follow: false, tail, abortSignal } as const;
        return demultiplex(await docker.getContainer(id).logs(options));
      }),
    privateMemoryBytes: (id) =>
      call("container stats", query(), async () => {
        const stats = await docker.getContainer(id).stats({ stream: false, "one-shot": true });
        return privateBytes(stats.memory_stats.stats);
      }),
    networks: (label) =>
      call("list networks", query(), (abortSignal) =>
        docker.listNetworks({ filters: { label: [label] }, abortSignal }),
      ),
    createNetwork: (spec) =>
      call("create network", query(), async (abortSignal) => {
        return (await docker.createNetwork({ ...spec, abortSignal })).id;
      }),
    removeNetwork: (id) =>
      orNull(call("remove network", query(), () => docker.getNetwork(id).remove())).then(() => {}),
    events: (label, signal) =>
      docker.getEvents({ filters: { type: ["container"], label: [label] }, abortSignal: signal }),
  };
}

/** The client library waits for a socket that may never answer; this side of the race always ends. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Logs of a container without a terminal come in frames of an 8-byte header (stream, length) and a payload. */
function demultiplex(bytes: Buffer): string {
  const parts: Buffer[] = [];
  for (let offset = 0; offset + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset + 4);
    parts.push(bytes.subarray(offset + 8, offset + 8 + length));
    offset += 8 + length;
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Version 2 of cgroups says `anon`, version 1 `total_rss`; shared memory is named alike. */
function privateBytes(stats: object): number {
  const table = new Map<string, unknown>(Object.entries(stats));
  const first = (...names: string[]) =>
    names.map((name) => table.get(name)).find((value) => typeof value === "number");
  return Number(first("anon", "total_rss") ?? 0) + Number(first("total_shmem", "shmem") ?? 0);
}
