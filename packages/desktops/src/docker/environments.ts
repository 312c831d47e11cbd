import { AppError, type Size } from "@deskrl/domain";
import { startDeadline } from "../deadline.ts";
import { createGuestDesktop } from "../guest/guest-desktop.ts";
import type { CallOptions, Desktop, EnvironmentSpec, ProvidedEnvironment } from "../types.ts";
import type { Bindings } from "./bindings.ts";
import { environmentName } from "./labels.ts";
import type { Pool } from "./pool.ts";
import type { Pools } from "./pools.ts";
import type { ProviderLog } from "./provider-log.ts";
import type { Found } from "./reconcile.ts";
import type { Removals } from "./removals.ts";
import { inTurn, newSlot, type Slot, viewOf } from "./slot.ts";
import type { ReadyContainer } from "./start-container.ts";

export interface EnvironmentsDependencies {
  pools: Pools;
  bindings: Bindings;
  removals: Removals;
  /** Shows in the backend whose desktop a container has become, where its names can change. */
  rename: (containerId: string, name: string) => Promise<void>;
  log: ProviderLog;
  /** Contents to keep warm besides those in use. */
  alwaysWarm: () => string | null;
  onChange: (environment: ProvidedEnvironment) => void;
}

/** For a place in the queue of starts; each start has deadlines of its own. */
const WAIT_MS = 600_000;

/** The table of environments and what can be done with one of them. */
export class Environments {
  readonly #deps: EnvironmentsDependencies;
  readonly #slots = new Map<string, Slot>();
  /** Last generation of environments that an earlier life of the owner had, so that numbers only grow. */
  readonly #earlier = new Map<string, number>();

  constructor(deps: EnvironmentsDependencies) {
    this.#deps = deps;
  }

  async ensure(spec: EnvironmentSpec, { signal }: CallOptions = {}): Promise<Desktop> {
    const slot = await this.#openSlot(spec.environmentId);
    return inTurn(slot, async () => {
      try {
        const pool = await this.#deps.pools.forTemplate(spec.template, signal);
        slot.template = spec.template;
        const fits = slot.container?.content === pool.content;
        if (slot.state === "ready" && slot.desktop && fits) return slot.desktop;
        slot.state = "starting";
        return await this.#replace(slot, pool, signal);
      } catch (error) {
        this.#startFailed(slot, AppError.from(error));
        throw error;
      }
    });
  }

  get(environmentId: string): Desktop {
    const slot = this.#slots.get(environmentId);
    if (slot?.state === "failed") throw lost(slot);
    if (!slot?.desktop) throw unknown(environmentId);
    return slot.desktop;
  }

  async reset(environmentId: string, { signal }: CallOptions = {}): Promise<Desktop> {
    const slot = this.#slots.get(environmentId);
    if (!slot?.template) throw unknown(environmentId);
    const { template } = slot;
    return inTurn(slot, async () => {
      if (slot.state === "ready" && !slot.used && slot.desktop) return slot.desktop;
      const { state } = slot;
      slot.state = "resetting";
      try {
        return await this.#replace(slot, await this.#deps.pools.forTemplate(template, signal), signal);
      } catch (error) {
        if (slot.state === "resetting") slot.state = state;
        throw error;
      }
    });
  }

  async destroy(environmentId: string): Promise<void> {
    const slot = this.#slots.get(environmentId);
    if (!slot) return;
    slot.destroyed.abort();
    await inTurn(slot, async () => {
      slot.state = "stopped";
      slot.desktop = null;
      if (slot.container) await this.#deps.removals.remove(slot.container);
      slot.container = null;
      this.#earlier.delete(environmentId);
      if (this.#slots.get(environmentId) === slot) this.#slots.delete(environmentId);
      await this.#deps.bindings.delete(environmentId);
      this.#keepWarm();
    });
  }

  list(): ProvidedEnvironment[] {
    return [...this.#slots.values()].map(viewOf);
  }

  /** Ids of the containers that should be running. */
  *containerIds(): Iterable<string> {
    for (const slot of this.#slots.values()) if (slot.container) yield slot.container.containerId;
    for (const pool of this.#deps.pools.all()) for (const { containerId } of pool.ready) yield containerId;
  }

  /** A container ended that nobody asked to end. */
  containerDied(containerId: string, reason: string): void {
    const warm = this.#deps.pools.forget(containerId);
    if (warm) this.#deps.removals.inBackground(warm);
    for (const slot of this.#slots.values()) {
      if (slot.container?.containerId !== containerId || slot.destroyed.signal.aborted) continue;
      this.#deps.removals.inBackground(slot.container);
      slot.container = null;
      if (slot.state !== "resetting") slot.state = "failed";
      slot.reason = `The desktop was lost: ${reason}`;
      slot.cause = "environment_lost";
      this.#deps.onChange(viewOf(slot));
    }
  }

  /** Takes back an unused desktop of an earlier life. */
  adopt({ binding, container, screen }: Found): void {
    if (!binding) return;
    const slot = newSlot(binding.environmentId);
    slot.generation = binding.generation;
    slot.container = container;
    slot.desktop = this.#desktopOf(slot, container, screen);
    slot.state = "ready";
    this.#slots.set(binding.environmentId, slot);
  }

  /** Lets the numbering of an environment go on where an earlier life ended. */
  rememberGeneration(environmentId: string, generation: number): void {
    this.#earlier.set(environmentId, generation);
  }

  async #openSlot(environmentId: string): Promise<Slot> {
    const present = this.#slots.get(environmentId);
    if (present?.destroyed.signal.aborted) {
      await present.tail;
      if (this.#slots.get(environmentId) === present) {
        throw new AppError("conflict", "The environment is being destroyed", { where: environmentId });
      }
      return this.#openSlot(environmentId);
    }
    if (present) return present;
    const slot = newSlot(environmentId);
    slot.generation = this.#earlier.get(environmentId) ?? 0;
    this.#slots.set(environmentId, slot);
    return slot;
  }

  /** Puts a clean container in the place of what the slot has, and takes that away behind the caller's back. */
  async #replace(slot: Slot, pool: Pool & { content: string }, signal?: AbortSignal): Promise<Desktop> {
    const { bindings, removals, rename, log } = this.#deps;
    this.#keepWarm(pool.content);
    const container = await this.#take(slot, pool, signal);
    const old = slot.container;
    const generation = slot.generation + 1;
    const { environmentId, template } = slot;
    try {
      if (!template) throw unknown(environmentId);
      await bindings.set({ environmentId, containerId: container.containerId, generation, used: false });
    } catch (error) {
      removals.inBackground(container);
      throw AppError.from(error);
    }
    Object.assign(slot, { container, generation, used: false, state: "ready", reason: null, cause: null });
    slot.desktop = this.#desktopOf(slot, container, template.screen);
    rename(container.containerId, environmentName(environmentId, generation)).catch((cause: unknown) =>
      log.warn({ environmentId, cause }, "could not rename a container"),
    );
    if (old) removals.inBackground(old);
    return slot.desktop;
  }

  async #take(slot: Slot, pool: Pool, signal?: AbortSignal): Promise<ReadyContainer> {
    const deadline = startDeadline(WAIT_MS, signal, slot.destroyed.signal);
    try {
      return await pool.take(deadline.signal);
    } catch (error) {
      if (deadline.aborted !== "expired") throw error;
      const message = `No clean desktop within ${WAIT_MS / 1000} s, ${pool.waiting + 1} waiting and ${pool.starting} starting`;
      const fix = "run fewer desktops on this machine, or keep more of them warm";
      throw new AppError("no_capacity", message, { where: slot.environmentId, fix, cause: error });
    } finally {
      deadline.end();
    }
  }

  #desktopOf(slot: Slot, container: ReadyContainer, screen: Size): Desktop {
    const { environmentId, generation } = slot;
    const { containerId, http } = container;
    let marking: Promise<void> | null = null;
    return createGuestDesktop({
      environmentId,
      generation,
      screen,
      http,
      onUse: () => {
        slot.used = true;
        marking ??= this.#deps.bindings.set({ environmentId, containerId, generation, used: true });
        return marking;
      },
      assertCurrent: () => {
        if (slot.generation !== generation || slot.state === "stopped") throw replaced(slot, generation);
        if (slot.state === "failed") throw lost(slot);
      },
    });
  }

  #startFailed(slot: Slot, error: AppError): void {
    if (slot.destroyed.signal.aborted) return;
    if (error.code === "cancelled" && !slot.container) {
      this.#slots.delete(slot.environmentId);
      return;
    }
    if (error.code === "cancelled") slot.state = "ready";
    else Object.assign(slot, { state: "failed", reason: error.message, cause: error.code });
  }

  /** Desktops stay ready for the contents that environments have, and for the one that is always wanted. */
  #keepWarm(also: string | null = null): void {
    const contents = new Set<string>();
    for (const { container } of this.#slots.values()) if (container) contents.add(container.content);
    for (const content of [also, this.#deps.alwaysWarm()]) if (content !== null) contents.add(content);
    this.#deps.pools.keepWarm(contents);
  }
}

function unknown(environmentId: string): AppError {
  return new AppError("not_found", "No such environment on this worker", {
    where: environmentId,
    fix: "ensure it first",
  });
}

function lost(slot: Slot): AppError {
  return new AppError("guest_unreachable", slot.reason ?? "The desktop was lost", {
    where: slot.environmentId,
    fix: "reset the environment; it gets a clean desktop",
  });
}

function replaced(slot: Slot, generation: number): AppError {
  return new AppError("fenced", `Generation ${generation} of the desktop is gone`, {
    where: slot.environmentId,
    fix: "take the desktop that reset() or ensure() returned last",
  });
}
