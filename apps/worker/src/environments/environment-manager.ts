import { EventEmitter, once } from "node:events";
import { InvalidEpisodeError } from "@deskrl/agent";
import type { Desktop, EnvironmentProvider, ProvidedEnvironment } from "@deskrl/desktops";
import { AppError, type EnvironmentTemplate } from "@deskrl/domain";
import { createBackoff } from "../lib/backoff.ts";
import { delay } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";
import { createSlot, type EnvironmentSlot } from "./environment-slot.ts";

export interface DesiredEnvironment {
  environmentId: string;
  template: EnvironmentTemplate;
  recycleCount: number;
}

/** What is said of an environment to the control plane. */
export type SlotReport = Pick<
  EnvironmentSlot,
  "environmentId" | "state" | "reason" | "cause" | "generation" | "template"
>;

export interface EnvironmentManagerOptions {
  provider: EnvironmentProvider;
  log: Log;
  report: (slot: SlotReport) => void;
  /** Ends the episode that has an environment which is lost, recycled or taken away. */
  interrupt: (episodeId: string, error: InvalidEpisodeError) => void;
}

const RETRY = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Makes what is so into what is desired, one environment at a time each on its own: makes desktops, cleans them right
 * after an episode, replaces those that failed, removes what is no longer wanted. Tries again for ever, and says why.
 */
export class EnvironmentManager {
  readonly #options: EnvironmentManagerOptions;
  readonly #slots = new Map<string, EnvironmentSlot>();
  /** One event a desktop, by its id: with one for all, each change would wake every episode that waits. */
  readonly #events = new EventEmitter<Record<string, []>>();
  #desired: readonly DesiredEnvironment[] = [];
  #reconciled: Promise<unknown> | null = null;
  /** Aborts, and is replaced, when there is a reason not to wait any longer before the next try. */
  #retryNow = new AbortController();
  #closed = false;

  constructor(options: EnvironmentManagerOptions) {
    this.#options = options;
    this.#events.setMaxListeners(0);
  }

  /** The whole set, each time; what is not in it is destroyed. */
  setDesired(desired: readonly DesiredEnvironment[]): void {
    if (this.#closed) return;
    this.#desired = desired;
    const wanted = new Map(desired.map((one) => [one.environmentId, one]));
    for (const slot of this.#slots.values()) {
      const target = wanted.get(slot.environmentId);
      if (!target) this.#retire(slot);
      else if (target.recycleCount > slot.recycleCount) this.#recycle(slot, target);
    }
    for (const target of desired) if (!this.#slots.has(target.environmentId)) this.#add(target);
    if (desired.length === 0) this.#reconcile().catch((error: unknown) => this.#logReconcile(error));
  }

  /** Tells the state of every environment, after a registration. */
  reportAll(): void {
    for (const slot of this.#slots.values()) this.#options.report(slot);
  }

  /** Does not wait for the next try any longer: the engine is back. */
  retryNow(): void {
    const waiting = this.#retryNow;
    this.#retryNow = new AbortController();
    waiting.abort();
  }

  /** A desktop to look at or to talk to. @throws AppError `not_found`, `guest_unreachable` */
  desktopOf(environmentId: string): Desktop {
    const slot = this.#slots.get(environmentId);
    if (!slot) throw new AppError("not_found", `This worker has no environment ${environmentId}.`);
    if (slot.desktop) return slot.desktop;
    throw new AppError("guest_unreachable", `The desktop is ${slot.state}. ${slot.reason ?? ""}`.trim(), {
      where: environmentId,
      fix: "Wait until it is ready, or recycle it.",
    });
  }

  /**
   * Gives an environment to an episode; waits while it is being cleaned.
   * @throws AppError `no_capacity` saying why when it cannot be had
   */
  async occupy(environmentId: string, episodeId: string, signal: AbortSignal): Promise<void> {
    const slot = this.#slots.get(environmentId);
    if (!slot || slot.life.signal.aborted) throw notToBeHad(environmentId, "is not held by this worker");
    if (slot.episodeId !== null) throw notToBeHad(environmentId, `is taken by ${slot.episodeId}`);
    slot.episodeId = episodeId;
    const isSettled = () => slot.state === "ready" || slot.state === "failed" || signal.aborted;
    while (!isSettled()) await once(this.#events, environmentId, { signal }).catch(() => {});
    if (slot.state === "ready" && !slot.life.signal.aborted && !signal.aborted) {
      this.#set(slot, "leased");
      return;
    }
    slot.episodeId = null;
    throw notToBeHad(environmentId, `is ${slot.state}${slot.reason === null ? "" : `: ${slot.reason}`}`);
  }

  /** Takes an environment back from an episode and cleans it at once, so that the next one finds it ready. */
  release(environmentId: string, episodeId: string): void {
    const slot = this.#slots.get(environmentId);
    if (slot?.episodeId !== episodeId) return;
    slot.episodeId = null;
    if (slot.life.signal.aborted) return;
    void this.#makeReady(slot);
  }

  /** Follows what happens to environments without being asked for, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const { environment } of this.#options.provider.watch(signal)) this.#observed(environment);
      } catch (error) {
        if (!signal.aborted) this.#options.log.warn({ err: error }, "lost sight of the environments");
      }
      await delay(RETRY.firstMs, signal);
    }
  }

  /** Stops making anything. */
  close(): void {
    this.#closed = true;
    for (const slot of this.#slots.values()) slot.life.abort();
  }

  /** Says that nothing is left, once the provider has removed all. */
  reportStopped(): void {
    for (const slot of this.#slots.values()) {
      slot.desktop = null;
      this.#set(slot, "stopped", { reason: "The worker was stopped." });
    }
  }

  #add({ environmentId, template, recycleCount }: DesiredEnvironment): void {
    const slot = createSlot(environmentId, { template, recycleCount });
    this.#slots.set(environmentId, slot);
    void this.#makeReady(slot);
  }

  #recycle(slot: EnvironmentSlot, target: DesiredEnvironment): void {
    slot.recycleCount = target.recycleCount;
    slot.template = target.template;
    slot.mustReplace = true;
    this.#interrupt(slot, "A person recycled the desktop.");
    if (slot.episodeId === null && (slot.state === "ready" || slot.state === "failed")) {
      void this.#makeReady(slot);
    }
  }

  #retire(slot: EnvironmentSlot): void {
    if (slot.life.signal.aborted) return;
    slot.life.abort();
    slot.desktop = null;
    this.#interrupt(slot, "The desktop is no longer wanted.");
    this.#set(slot, "stopping");
    void this.#destroy(slot);
  }

  async #destroy(slot: EnvironmentSlot): Promise<void> {
    const { provider, log } = this.#options;
    const { environmentId } = slot;
    const backoff = createBackoff(RETRY);
    while (!this.#closed) {
      try {
        await provider.destroy(environmentId);
        break;
      } catch (error) {
        log.warn({ err: error, environmentId }, "could not destroy an environment, will try again");
        await delay(backoff.next(), this.#retryNow.signal);
      }
    }
    if (this.#closed) return;
    this.#set(slot, "stopped");
    this.#slots.delete(environmentId);
    this.setDesired(this.#desired);
  }

  /** Only one at a time works on a slot; a call while one does is covered by it. */
  async #makeReady(slot: EnvironmentSlot): Promise<void> {
    if (slot.working) return;
    slot.working = true;
    const backoff = createBackoff(RETRY);
    const { signal } = slot.life;
    try {
      while (!signal.aborted) {
        try {
          await this.#tryReady(slot);
          if (!slot.mustReplace) return;
        } catch (error) {
          if (signal.aborted) return;
          const retryMs = backoff.next();
          const { code, message, fix } = AppError.from(error);
          const { environmentId } = slot;
          this.#options.log.warn({ environmentId, code, message, retryMs }, "no desktop, will try again");
          this.#set(slot, "failed", { reason: [message, fix].filter(Boolean).join(" "), cause: code });
          await delay(retryMs, AbortSignal.any([signal, this.#retryNow.signal]));
        }
      }
    } finally {
      slot.working = false;
    }
  }

  async #tryReady(slot: EnvironmentSlot): Promise<void> {
    const { provider } = this.#options;
    const { environmentId, template, life } = slot;
    slot.desktop = null;
    this.#set(slot, slot.generation > 0 && slot.state !== "failed" ? "resetting" : "starting");
    await this.#reconcile();
    if (slot.mustReplace) {
      await provider.destroy(environmentId);
      slot.mustReplace = false;
      slot.generationBase = slot.generation;
    }
    await provider.ensure({ environmentId, template }, { signal: life.signal });
    // What was used is replaced; on a clean one this does nothing.
    const desktop = await provider.reset(environmentId, { signal: life.signal });
    if (life.signal.aborted) return;
    slot.desktop = desktop;
    slot.generation = slot.generationBase + desktop.generation;
    this.#set(slot, "ready");
  }

  /** Takes back, once, what an earlier life of this worker left; again after a failure. */
  #reconcile(): Promise<unknown> {
    const { provider, log } = this.#options;
    const keep = this.#desired.map(({ environmentId }) => environmentId);
    this.#reconciled ??= provider.reconcile({ keep }).then(
      (found) => log.info(found, "reconciled with what was there"),
      (error: unknown) => {
        this.#reconciled = null;
        throw error;
      },
    );
    return this.#reconciled;
  }

  #logReconcile(error: unknown): void {
    this.#options.log.warn({ err: error }, "could not reconcile with what was there");
  }

  #observed({ environmentId, state, reason, cause, generation }: ProvidedEnvironment): void {
    const slot = this.#slots.get(environmentId);
    if (!slot || slot.life.signal.aborted || slot.working) return;
    if (state === "ready" && slot.generationBase + generation > slot.generation) {
      slot.generation = slot.generationBase + generation;
      slot.desktop = this.#options.provider.get(environmentId);
      this.#options.report(slot);
    }
    if (state !== "failed" && state !== "stopped") return;
    slot.desktop = null;
    const told = reason ?? "The desktop is gone.";
    this.#options.log.warn({ environmentId, episodeId: slot.episodeId, reason: told }, "lost a desktop");
    this.#set(slot, "failed", { reason: told, cause: cause ?? "environment_lost" });
    this.#interrupt(slot, told);
    if (slot.episodeId === null) void this.#makeReady(slot);
  }

  /** The episode says nothing of its task then, so it is tried again elsewhere. */
  #interrupt(slot: EnvironmentSlot, reason: string): void {
    if (slot.episodeId !== null) {
      this.#options.interrupt(slot.episodeId, new InvalidEpisodeError("environment_lost", reason));
    }
  }

  #set(
    slot: EnvironmentSlot,
    state: EnvironmentSlot["state"],
    why: { reason?: string; cause?: string } = {},
  ): void {
    Object.assign(slot, { state, reason: why.reason ?? null, cause: why.cause ?? null });
    this.#events.emit(slot.environmentId);
    this.#options.report(slot);
  }
}

function notToBeHad(environmentId: string, why: string): AppError {
  return new AppError("no_capacity", `${environmentId} ${why}.`, { where: environmentId });
}
