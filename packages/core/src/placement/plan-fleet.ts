import { type DesktopTemplate, mayUse, type RunPlacement } from "@deskrl/domain";

/** A worker that lives, is wanted and can make desktops. */
export interface FleetWorker {
  id: string;
  labels: readonly string[];
  /** Desktops it offers. */
  offered: number;
  /** Images that are there; null where there are none to be, or where it is not known. */
  images: readonly string[] | null;
}

/** A desktop of one of those workers that is to be there. */
export interface FleetDesktop {
  id: string;
  workerId: string;
  template: string;
  state: string;
  /** By an episode or a person. */
  held: boolean;
  /** Told to give its place to another template once it is free; nothing begins on it. */
  leaving: boolean;
  /** Made from what its template was before, or from one that is gone. */
  outdated: boolean;
  /** Since when it is as it is. */
  since: Date;
}

/** Episodes of a run that wait for a desktop. */
export interface WaitingRun extends Pick<RunPlacement, "workers" | "labels"> {
  template: string;
  waiting: number;
  priority: number;
}

export interface FleetPlan {
  start: { workerId: string; template: string }[];
  stop: { id: string; reason: string }[];
  /** Desktops at work that are to give their place to another template, and such that may stay after all. */
  leave: string[];
  stay: string[];
}

export interface FleetState {
  workers: readonly FleetWorker[];
  desktops: readonly FleetDesktop[];
  /** The most urgent first. */
  waiting: readonly WaitingRun[];
  templates: readonly DesktopTemplate[];
  /** What an image is called, by template. */
  imageOf: (template: string) => string | null;
  now: Date;
}

/**
 * Which desktops to start and which to stop. In this order: what episodes wait for, on workers their run may use; the
 * clean ones that templates keep ready; and what is left of the workers' room goes to templates that keep all. For the
 * first two an idle desktop that nobody needs makes room. What is idle beyond that is stopped once it has been for as long
 * as its template allows. Where all are at work, a template that is short gets its share by priority: desktops of others
 * leave as their episodes end.
 */
export function planFleet(state: FleetState): FleetPlan {
  const plan = new Planner(state);
  plan.stopOutdated();
  const needs = state.waiting.map((run) => ({ run, left: run.waiting - plan.reserve(run) }));
  const short = needs.map(({ run, left }) => {
    let placed = 0;
    while (placed < left && plan.place(run.template, run)) placed += 1;
    return { run, left: left - placed };
  });
  plan.claim(short);
  for (const { name, warm } of state.templates) {
    if (warm === null) continue;
    for (let missing = warm - plan.countFree(name); missing > 0; missing -= 1)
      if (!plan.place(name, {})) break;
  }
  plan.stopIdle();
  plan.fill();
  return { start: plan.start, stop: plan.stop, leave: plan.leave, stay: plan.stay };
}

class Planner {
  readonly start: FleetPlan["start"] = [];
  readonly stop: FleetPlan["stop"] = [];
  readonly leave: string[] = [];
  readonly stay: string[] = [];
  readonly #state: FleetState;
  readonly #templates: Map<string, DesktopTemplate>;
  readonly #used = new Map<string, number>();
  /** Desktops that can take an episode, or will, and that no waiting episode has been counted on yet. */
  readonly #free: FleetDesktop[];
  /** Free ones that are to give their place away. */
  readonly #leaving: FleetDesktop[];
  /** By template: those that episodes have been counted on, and those that are started now. */
  readonly #promised = new Map<string, number>();

  constructor(state: FleetState) {
    this.#state = state;
    this.#templates = new Map(state.templates.map((template) => [template.name, template]));
    for (const { workerId } of state.desktops) this.#use(workerId, 1);
    this.#free = state.desktops
      .filter((each) => !each.held && !each.outdated && !each.leaving && each.state !== "failed")
      .toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.id.localeCompare(b.id));
    this.#leaving = state.desktops.filter((each) => each.leaving && !each.held && !each.outdated);
  }

  /** Free desktops of a template, those included that are started now. */
  countFree(template: string): number {
    return (
      (this.#promised.get(template) ?? 0) + this.#free.filter((each) => each.template === template).length
    );
  }

  /** Counts free desktops for the episodes of a run. */
  reserve(run: WaitingRun): number {
    let count = 0;
    for (let index = this.#free.length - 1; index >= 0 && count < run.waiting; index -= 1) {
      const desktop = this.#free[index];
      if (desktop?.template !== run.template || !this.#fits(run, desktop.workerId)) continue;
      this.#free.splice(index, 1);
      this.#promise(run.template);
      count += 1;
    }
    return count;
  }

  /** Starts a desktop where there is room, or where an idle one that nobody needs makes some. */
  place(template: string, placement: Pick<RunPlacement, "workers" | "labels">): boolean {
    const worker = this.#best(template, (each) => mayUse(placement, each));
    if (worker) {
      this.#begin(worker.id, template);
      return true;
    }
    const givesWay = (each: FleetDesktop) =>
      each.template !== template && each.state === "ready" && this.#fits(placement, each.workerId);
    const victim =
      this.#leaving.find(givesWay) ??
      this.#free.find((each) => givesWay(each) && this.#isSpare(each.template));
    if (!victim) return false;
    this.#end(victim, `Makes room for a desktop of the template ${template}.`);
    this.#begin(victim.workerId, template);
    return true;
  }

  /** Has desktops of other templates leave for runs that are still short, up to the share of their template. */
  claim(short: readonly { run: WaitingRun; left: number }[]): void {
    const { desktops, waiting, workers } = this.#state;
    const offered = workers.reduce((sum, worker) => sum + worker.offered, 0);
    const weight = (runs: readonly WaitingRun[]) => runs.reduce((sum, { priority }) => sum + priority, 0);
    const room = new Map<string, number>();
    for (const { run } of short) {
      const share = weight(waiting.filter(({ template }) => template === run.template)) / weight(waiting);
      const have =
        desktops.filter((each) => each.template === run.template && !each.outdated).length +
        this.start.filter((each) => each.template === run.template).length;
      room.set(run.template, Math.max(1, Math.floor(offered * share)) - have);
    }
    const open = desktops.filter(
      (each) => each.held && !each.outdated && (room.get(each.template) ?? 0) <= 0,
    );
    // Those that were told before come first, so that no more leave than are needed.
    const candidates = open.toSorted((a, b) => Number(b.leaving) - Number(a.leaving));
    const chosen = new Set<FleetDesktop>();
    for (const { run, left } of short) {
      let needed = Math.min(left, room.get(run.template) ?? 0);
      for (const each of candidates) {
        if (needed <= 0) break;
        if (chosen.has(each) || each.template === run.template || !this.#fits(run, each.workerId)) continue;
        chosen.add(each);
        needed -= 1;
        room.set(run.template, (room.get(run.template) ?? 0) - 1);
      }
    }
    for (const each of chosen) if (!each.leaving) this.leave.push(each.id);
    const gone = new Set(this.stop.map(({ id }) => id));
    for (const each of desktops)
      if (each.leaving && !chosen.has(each) && !gone.has(each.id)) this.stay.push(each.id);
  }

  stopOutdated(): void {
    for (const desktop of this.#state.desktops) {
      if (!desktop.outdated || desktop.held) continue;
      const known = this.#templates.has(desktop.template);
      this.#end(
        desktop,
        known
          ? `The template ${desktop.template} was changed since it was made.`
          : `The template ${desktop.template} was removed.`,
      );
    }
  }

  stopIdle(): void {
    const { now } = this.#state;
    for (const desktop of [...this.#free]) {
      const template = this.#templates.get(desktop.template);
      if (!template || template.warm === null || desktop.state !== "ready") continue;
      const idleMs = now.getTime() - desktop.since.getTime();
      if (idleMs < template.idleStopSeconds * 1_000 || !this.#isSpare(desktop.template)) continue;
      this.#end(
        desktop,
        `Idle for ${inWords(idleMs)}; of the template ${template.name} ${template.warm} are kept ready.`,
      );
    }
  }

  /** Gives the room that is left to the templates that keep all. */
  fill(): void {
    const elastic = this.#state.templates.filter(({ warm }) => warm === null).map(({ name }) => name);
    if (elastic.length === 0) return;
    const count = (name: string) =>
      this.#state.desktops.filter((each) => each.template === name).length +
      this.start.filter((each) => each.template === name).length;
    const counts = new Map(elastic.map((name) => [name, count(name)]));
    for (const { id, offered } of this.#state.workers) {
      while ((this.#used.get(id) ?? 0) < offered) {
        const [fewest] = elastic.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
        if (!fewest) return;
        counts.set(fewest, (counts.get(fewest) ?? 0) + 1);
        this.#begin(id, fewest);
      }
    }
  }

  /** The worker with room that has the image, then the one that is least full, then the largest. */
  #best(template: string, fits: (worker: FleetWorker) => boolean): FleetWorker | null {
    const image = this.#state.imageOf(template);
    const lacks = ({ images }: FleetWorker) =>
      image === null || images === null || images.includes(image) ? 0 : 1;
    const fullness = ({ id, offered }: FleetWorker) => (this.#used.get(id) ?? 0) / offered;
    let best: FleetWorker | null = null;
    for (const worker of this.#state.workers) {
      if ((this.#used.get(worker.id) ?? 0) >= worker.offered || !fits(worker)) continue;
      const better =
        best === null ||
        lacks(worker) - lacks(best) ||
        fullness(worker) - fullness(best) ||
        best.offered - worker.offered;
      if (better === true || Number(better) < 0) best = worker;
    }
    return best;
  }

  #fits(placement: Pick<RunPlacement, "workers" | "labels">, workerId: string): boolean {
    const worker = this.#state.workers.find(({ id }) => id === workerId);
    return worker !== undefined && mayUse(placement, worker);
  }

  /** Whether one free desktop of it fewer leaves as many as it keeps ready. */
  #isSpare(template: string): boolean {
    const warm = this.#templates.get(template)?.warm;
    return warm === null || warm === undefined || this.countFree(template) > warm;
  }

  #begin(workerId: string, template: string): void {
    this.start.push({ workerId, template });
    this.#use(workerId, 1);
    this.#promise(template);
  }

  #end(desktop: FleetDesktop, reason: string): void {
    this.stop.push({ id: desktop.id, reason });
    this.#use(desktop.workerId, -1);
    for (const list of [this.#free, this.#leaving]) {
      const index = list.indexOf(desktop);
      if (index >= 0) list.splice(index, 1);
    }
  }

  #promise(template: string): void {
    this.#promised.set(template, (this.#promised.get(template) ?? 0) + 1);
  }

  #use(workerId: string, count: number): void {
    this.#used.set(workerId, (this.#used.get(workerId) ?? 0) + count);
  }
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
