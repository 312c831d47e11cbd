import { randomBytes } from "node:crypto";
import type { EnvironmentTemplate } from "@deskrl/domain";
import { createGuestHttp, type GuestHttp } from "../guest/guest-http.ts";
import { type ReadyDeadlines, waitReady } from "../guest/wait-ready.ts";
import { containerSpec, contentOf, PUBLISH_HOST } from "./container-spec.ts";
import type { Engine } from "./engine.ts";
import { isMissing, isPortCollision } from "./engine-errors.ts";
import { assertDiskSpace, hostFacts } from "./host-facts.ts";
import { warmName } from "./labels.ts";
import type { Networks } from "./networks.ts";
import type { PortAllocator } from "./ports.ts";
import type { ProviderLog } from "./provider-log.ts";
import { StartFailure, type StartPhase, startFailed } from "./start-failure.ts";

/** A running container whose desktop is painted and answers input. */
export interface ReadyContainer {
  containerId: string;
  content: string;
  port: number;
  http: GuestHttp;
}

export interface StartDependencies {
  engine: Engine;
  networks: Networks;
  ports: PortAllocator;
  ownerId: string;
  lease: string;
  /** A path on the disk that holds the containers. */
  diskPath: string;
  readyDeadlines: ReadyDeadlines;
  log: ProviderLog;
}

/** A fresh port each time; the collisions of a busy machine end long before this. */
const PORT_TRIES = 20;

/**
 * Makes one desktop from nothing to ready. A failed start leaves nothing behind: no container, no port.
 *
 * Creating and starting are not broken off by the signal: the engine would go on without us, and a container that
 * appears after its removal would be nobody's.
 * @throws AppError environment_start_failed (with a `StartFailure` as cause), disk_full, engine_*, no_capacity, cancelled
 */
export async function startContainer(
  deps: StartDependencies,
  options: { template: EnvironmentTemplate; imageId: string; signal: AbortSignal },
): Promise<ReadyContainer> {
  const { engine, ports } = deps;
  const { template, imageId, signal } = options;
  const name = warmName(randomBytes(6).toString("hex"));
  const token = randomBytes(24).toString("base64url");
  const startedAt = performance.now();
  const timings: Partial<Record<StartPhase, number>> = {};
  let phase: StartPhase = "create";
  let port: number | null = null;
  let http: GuestHttp | null = null;
  try {
    await assertDiskSpace(deps.diskPath);
    const networkId = await deps.networks.idOf(template.network);
    let containerId: string | null = null;
    for (let tries = 1; containerId === null; tries += 1) {
      port = ports.lease();
      phase = "create";
      const spec = containerSpec({ ...deps, template, imageId, networkId, name, port, token });
      const id = await timed(timings, "create", () => engine.create(spec));
      signal.throwIfAborted();
      phase = "start";
      try {
        await timed(timings, "start", () => engine.start(id));
        containerId = id;
      } catch (error) {
        if (!isPortCollision(error) || tries >= PORT_TRIES) throw error;
        deps.log.info({ port, tries }, "port is held by another program, taking the next one");
        await engine.remove(id);
        ports.quarantine(port);
        port = null;
      }
    }
    if (port === null) throw new Error("a started container has a port");
    phase = "boot";
    http = createGuestHttp({ host: PUBLISH_HOST, port, token }, name);
    const stillRuns = () => containerRuns(engine, name, signal);
    const ready = await waitReady(http, { deadlines: deps.readyDeadlines, signal, stillRuns });
    const ms = { create: timings.create, start: timings.start, boot: ready.bootMs, desktop: ready.desktopMs };
    deps.log.info({ name, port, ms }, "desktop ready");
    return { containerId, content: contentOf(template, imageId), port, http };
  } catch (error) {
    http?.close();
    if (isMissing(error)) deps.networks.forget();
    const elapsedMs = performance.now() - startedAt;
    const logTail = signal.aborted ? "" : await engine.logTail(name, 30).catch(() => "");
    await engine.remove(name).catch((cause: unknown) => {
      deps.log.warn({ name, cause }, "could not remove a container that failed to start; reconcile will");
    });
    if (port !== null) ports.release(port);
    const failedPhase =
      error instanceof Error && "phase" in error && error.phase === "desktop" ? "desktop" : phase;
    const host = await hostFacts(deps.diskPath);
    throw startFailed(new StartFailure({ phase: failedPhase, elapsedMs, logTail, host, cause: error }), name);
  }
}

async function timed<T>(
  timings: Partial<Record<StartPhase, number>>,
  phase: StartPhase,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  timings[phase] = performance.now() - startedAt;
  return result;
}

async function containerRuns(engine: Engine, name: string, signal: AbortSignal): Promise<true | string> {
  const container = await engine.inspect(name, signal);
  if (!container) return "the container was removed by someone else";
  if (container.State.Running) return true;
  const memory = container.State.OOMKilled ? ", out of memory" : "";
  return `the container ended with exit code ${container.State.ExitCode}${memory}`;
}
