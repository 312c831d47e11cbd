import { AppError, type EnvironmentTemplate } from "@deskrl/domain";
import type { Desktop, ProvidedEnvironment } from "../../types.ts";
import { createSimDesktop } from "../core/sim-desktop.ts";
import { createSimGuest } from "./sim-guest.ts";

/** One environment of the provider: a slot whose desktop a reset replaces. */
export class SimEnvironment {
  readonly environmentId: string;
  readonly template: EnvironmentTemplate;
  readonly #seed: number;
  readonly #onChange: (environment: ProvidedEnvironment) => void;
  #state: "starting" | "ready" | "stopped" = "starting";
  #desktop: Desktop | null = null;
  generation: number;
  used = false;

  constructor(
    spec: { environmentId: string; template: EnvironmentTemplate },
    options: { seed: number; generation: number; onChange: (environment: ProvidedEnvironment) => void },
  ) {
    this.environmentId = spec.environmentId;
    this.template = spec.template;
    this.#seed = options.seed;
    this.generation = options.generation;
    this.#onChange = options.onChange;
  }

  /** @throws AppError `not_found` while it is not ready */
  get desktop(): Desktop {
    if (this.#desktop) return this.#desktop;
    throw new AppError("not_found", `The environment ${this.environmentId} is not ready`, {
      where: this.environmentId,
    });
  }

  get stopped(): boolean {
    return this.#state === "stopped";
  }

  /** Makes its first desktop. @throws AppError `cancelled` when it was destroyed before */
  start(): Desktop {
    if (this.stopped) {
      throw new AppError("cancelled", "The environment was destroyed while it was starting", {
        where: this.environmentId,
      });
    }
    return this.#renew();
  }

  /** A clean desktop of the next generation; the one there is when nobody used it. */
  reset(): Desktop {
    if (this.#desktop && !this.used) return this.#desktop;
    this.generation++;
    return this.#renew();
  }

  stop(): void {
    this.#state = "stopped";
    this.#desktop = null;
    this.#changed();
  }

  row(): ProvidedEnvironment {
    const { environmentId, generation, used } = this;
    return { environmentId, generation, state: this.#state, used, reason: null, cause: null };
  }

  #renew(): Desktop {
    const { generation } = this;
    this.#state = "ready";
    this.used = false;
    this.#desktop = createSimGuest({
      environmentId: this.environmentId,
      generation,
      screen: this.template.screen,
      seed: this.#seed,
      sim: createSimDesktop({ seed: this.#seed, screen: this.template.screen }),
      onUse: () => this.#markUsed(),
      assertCurrent: () => this.#assertCurrent(generation),
    });
    this.#changed();
    return this.#desktop;
  }

  #markUsed(): void {
    if (this.used) return;
    this.used = true;
    this.#changed();
  }

  #assertCurrent(generation: number): void {
    if (!this.stopped && generation === this.generation) return;
    throw new AppError("fenced", `This desktop of ${this.environmentId} is gone: it was reset or destroyed`, {
      where: this.environmentId,
      fix: "get the environment's desktop anew",
    });
  }

  #changed(): void {
    this.#onChange(this.row());
  }
}
