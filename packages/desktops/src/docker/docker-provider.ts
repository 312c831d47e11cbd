import { availableParallelism } from "node:os";
import type { EnvironmentTemplate } from "@deskrl/domain";
import type { ReadyDeadlines } from "../guest/wait-ready.ts";
import { createChanges } from "../provider-changes.ts";
import type { EnvironmentProvider } from "../types.ts";
import { createBindings } from "./bindings.ts";
import { checkEngine } from "./check-engine.ts";
import { contentOf } from "./container-spec.ts";
import { watchDeaths } from "./death-watch.ts";
import { createEngine, type EngineConnection, type EngineDeadlines } from "./engine.ts";
import { imageMissing } from "./engine-errors.ts";
import { Environments } from "./environments.ts";
import { hostCapacity } from "./host-capacity.ts";
import { LABELS } from "./labels.ts";
import { removeLateArrivals } from "./late-arrivals.ts";
import { createNetworks } from "./networks.ts";
import { createPools } from "./pools.ts";
import { createPortAllocator, type PortRange } from "./ports.ts";
import { formatLease, ownLease } from "./process-lease.ts";
import { type ProviderLog, SILENT } from "./provider-log.ts";
import { findLeftovers } from "./reconcile.ts";
import { createRemovals } from "./removals.ts";
import { type StartDependencies, startContainer } from "./start-container.ts";
import { removeSurplusNetworks } from "./surplus-networks.ts";

export interface DockerProviderOptions {
  /** Whose containers these are; the same over restarts of a worker. */
  ownerId: string;
  /** Where it is recorded which container is whose; one folder per owner. */
  stateDir: string;
  /** What desktops are kept ready from the start on, and whose image `check` looks for. */
  template: EnvironmentTemplate;
  /** Clean desktops kept ready beyond those in use. Default 2. */
  warm?: number;
  /** Starts at a time, from creation to ready. Default: twice the cores. */
  startConcurrency?: number;
  /** Host ports on the loopback address. Default 21000–29999, below the range the kernel draws from. */
  ports?: PortRange;
  /** Default: the local socket. */
  connection?: EngineConnection;
  engineDeadlines?: EngineDeadlines;
  readyDeadlines?: ReadyDeadlines;
  /** A path on the disk that holds the containers. Default: Docker's own root. */
  diskPath?: string;
  log?: ProviderLog;
}

export const READY_DEADLINES: ReadyDeadlines = { bootMs: 60_000, desktopMs: 240_000 };

/**
 * Real desktops in containers. An environment is a slot: a reset puts a clean container, started beforehand, in the place
 * of the used one, so nothing of an episode can reach the next.
 */
export function createDockerProvider(options: DockerProviderOptions): EnvironmentProvider {
  const { ownerId, template, warm = 2, log = SILENT } = options;
  const { startConcurrency = availableParallelism() * 2, ports: range = { from: 21_000, to: 29_999 } } =
    options;
  const engine = createEngine(options.connection, options.engineDeadlines);
  const ports = createPortAllocator(range, { start: hashOf(ownerId) });
  const bindings = createBindings({ stateDir: options.stateDir, ownerId });
  const removals = createRemovals(async ({ containerId, port }) => {
    await engine.remove(containerId);
    ports.release(port);
  }, log);
  const changes = createChanges();
  const closing = new AbortController();
  let alwaysWarm: string | null = null;
  const lease = formatLease(ownLease());
  const start: StartDependencies = {
    engine,
    networks: createNetworks(engine),
    ports,
    ownerId,
    lease,
    diskPath: options.diskPath ?? "/var/lib/docker",
    readyDeadlines: options.readyDeadlines ?? READY_DEADLINES,
    log,
  };
  const pools = createPools({
    async resolve(template, signal) {
      const imageId = await engine.imageId(template.image, signal);
      if (imageId === null) throw imageMissing(template.image);
      return {
        content: contentOf(template, imageId),
        start: (starting) => startContainer(start, { template, imageId, signal: starting }),
      };
    },
    ...{ warm, startConcurrency, log, discard: removals.inBackground },
  });
  const environments = new Environments({
    pools,
    bindings,
    removals,
    rename: (containerId, name) => engine.rename(containerId, name),
    log,
    alwaysWarm: () => alwaysWarm,
    onChange: changes.tell,
  });
  void removeSurplusNetworks(engine, {
    ...{ forget: start.networks.forget, signal: closing.signal, log },
  });
  const watching = watchDeaths(engine, {
    ownerId,
    signal: closing.signal,
    expected: () => environments.containerIds(),
    onDeath: (containerId, reason) => environments.containerDied(containerId, reason),
  });

  return {
    name: "docker",
    check: ({ signal } = {}) => checkEngine(engine, { image: template.image, signal }),
    async reconcile({ keep = [], signal = closing.signal } = { keep: [] }) {
      await sayCapacity(log);
      const earlier = await bindings.load();
      for (const { environmentId, generation } of earlier ?? []) {
        environments.rememberGeneration(environmentId, generation);
      }
      const { clean, rest } = await findLeftovers(engine, { ownerId, bindings: earlier, keep, signal });
      const imageId = await engine.imageId(template.image, signal);
      const pool = imageId === null ? null : await pools.forTemplate(template, signal);
      alwaysWarm = pool?.content ?? null;
      const adopted: string[] = [];
      for (const found of clean) {
        if (found.binding) environments.adopt(found);
        else if (found.container.content === pool?.content) pool.adopt(found.container);
        else {
          rest.push({ containerId: found.container.containerId, name: "warm of an outdated content" });
          found.container.http.close();
          continue;
        }
        ports.claim(found.container.port);
        adopted.push(found.binding?.environmentId ?? found.container.containerId.slice(0, 12));
      }
      await Promise.all(rest.map(({ containerId }) => engine.remove(containerId)));
      for (const { environmentId } of earlier ?? []) {
        if (!adopted.includes(environmentId)) await bindings.delete(environmentId);
      }
      pool?.setTarget(Math.max(warm, pool.ready.length));
      const takenBack = new Set(clean.map(({ container }) => container.containerId));
      void removeLateArrivals(engine, { ownerId, lease, takenBack, signal: closing.signal, log });
      return { adopted, removed: rest.map(({ name }) => name) };
    },
    ensure: (spec, call) => environments.ensure(spec, call),
    get: (environmentId) => environments.get(environmentId),
    reset: (environmentId, call) => environments.reset(environmentId, call),
    destroy: (environmentId) => environments.destroy(environmentId),
    async list({ signal } = {}) {
      const expected = new Set(environments.containerIds());
      const present = await engine.list([`${LABELS.owner}=${ownerId}`], signal);
      for (const { Id, State } of present) if (State === "running") expected.delete(Id);
      for (const containerId of expected)
        environments.containerDied(containerId, "the container is not running");
      return environments.list();
    },
    watch: (signal) => changes.watch(signal),
    async close({ destroyAll = false } = {}) {
      closing.abort();
      await Promise.all([pools.close(), watching]);
      if (destroyAll)
        await Promise.all(environments.list().map((one) => environments.destroy(one.environmentId)));
      await removals.close();
      if (!destroyAll) return;
      const left = await engine.list([`${LABELS.owner}=${ownerId}`]);
      await Promise.all(left.map(({ Id }) => engine.remove(Id)));
    },
  };
}

/** A limit that few desktops reach shows as odd failures inside guests, so it is told before. */
async function sayCapacity(log: ProviderLog): Promise<void> {
  const [tightest] = await hostCapacity();
  if (!tightest) return;
  const say = tightest.desktops < 100 ? log.warn : log.info;
  say.call(log, tightest, `this machine's limits allow ${tightest.desktops} desktops (${tightest.name})`);
}

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash;
}
