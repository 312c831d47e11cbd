import { estimateCapacity } from "@deskrl/domain";
import { type ActState, formatMib, plural } from "@deskrl/ui";
import type { WorkerRow } from "../../lib/api/types.ts";
import type { Ask } from "../desktop/control.logic.ts";

export type WorkerVerb = "cordon" | "drain" | "uncordon" | "remove";

/** A clock that is further off than this is a fault of the machine: times in its logs mislead whoever reads them. */
const CLOCK_OFF_MS = 5_000;

type Load = Pick<WorkerRow, "desktopsHeld" | "activeEpisodes" | "trainingJobs">;

/** True once nothing of a drained worker is left. */
export function isDrained(worker: Load & Pick<WorkerRow, "desiredState">): boolean {
  const { desktopsHeld, activeEpisodes, trainingJobs } = worker;
  return worker.desiredState === "drained" && desktopsHeld + activeEpisodes + trainingJobs === 0;
}

/** Which buttons make sense for a worker now. A worker at work cannot be removed, so that is not offered. */
export function workerVerbs(worker: Load & Pick<WorkerRow, "desiredState" | "state">): WorkerVerb[] {
  const gone: WorkerVerb[] = worker.state === "lost" || isDrained(worker) ? ["remove"] : [];
  if (worker.desiredState === "active") return ["cordon", "drain", ...gone];
  if (worker.desiredState === "cordoned") return ["uncordon", "drain", ...gone];
  return ["uncordon", ...gone];
}

/** How far what a person wished of a worker has come, in words; null for one that is to work as usual. */
export function wishNote(worker: Load & Pick<WorkerRow, "desiredState" | "state">): string | null {
  const { desiredState, activeEpisodes, desktopsHeld, trainingJobs } = worker;
  if (desiredState === "active") return null;
  const running = plural(activeEpisodes, "episode");
  if (desiredState === "cordoned")
    return activeEpisodes > 0
      ? `Cordoned: nothing new begins here; ${running} at work go on`
      : "Cordoned: nothing new begins here";
  if (isDrained(worker)) return "Drained: nothing is left on it. It may be removed or switched off";
  if (worker.state === "lost") return "To be drained, but it is not connected";
  const waits = [
    activeEpisodes > 0 ? `${running} to finish` : "",
    desktopsHeld > activeEpisodes ? `${plural(desktopsHeld - activeEpisodes, "desktop")} to stop` : "",
    trainingJobs > 0 ? `${plural(trainingJobs, "training job")} to end: pause or stop its run` : "",
  ].filter(Boolean);
  return `Draining: ${waits.join(", ")}`;
}

/** The truth about a wish that was just asked for. */
export function workerAct(ask: Ask): ActState {
  if (ask.status === "error") return { phase: "refused", reason: ask.reason ?? "refused" };
  return ask.status === "pending" ? { phase: "requested" } : { phase: "idle" };
}

export interface Fault {
  key: string;
  message: string;
  fix: string;
}

/** What is wrong with a worker, the gravest first. */
export function faultsOf(worker: WorkerRow): Fault[] {
  const { state, facts, clockSkewMs } = worker;
  const faults: Fault[] = [];
  // What a lost worker said of itself is of another time.
  if (state === "lost")
    return [
      {
        key: "lost",
        message: "No heartbeat: the worker has ended, or the way to it is cut.",
        fix: "Look at the machine. It comes back by itself when it can; if it never will, remove it.",
      },
    ];
  if (facts.engineProblem) faults.push({ key: "engine", ...facts.engineProblem });
  if (facts.closedFor) faults.push({ key: "closed", ...facts.closedFor });
  const { possible, offered, first, fix, over } = capacityOf(worker);
  if (over && first && fix)
    faults.push({
      key: "capacity",
      message: `It offers ${plural(offered, "desktop")} and can hold ${possible}. ${first}.`,
      fix,
    });
  const skew = clockSkewMs ?? 0;
  if (Math.abs(skew) >= CLOCK_OFF_MS)
    faults.push({
      key: "clock",
      message: `Its clock is ${describeSkew(skew)}. Leases and ages here do not use it; its log does.`,
      fix: "Set the clock: `timedatectl set-ntp true`",
    });
  return faults;
}

/** `10 min behind`, `12 s ahead`. */
export function describeSkew(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  const size = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return `${size} ${skewMs < 0 ? "behind" : "ahead"}`;
}

/** Used of possible, and what comes first. */
export function capacityOf(worker: Pick<WorkerRow, "facts" | "desktopsHeld" | "desktops">): {
  possible: number | null;
  offered: number;
  first: string | null;
  fix: string | null;
  /** More are offered than the machine can hold. */
  over: boolean;
} {
  const { desktops: possible, first } = estimateCapacity(worker.facts);
  const over = possible !== null && worker.desktops > possible;
  return {
    possible,
    offered: worker.desktops,
    first: first === null ? null : `First limit: ${first.name}, ${first.because}`,
    fix: first?.fix ?? null,
    over,
  };
}

export interface Meter {
  key: string;
  label: string;
  /** 0 to 1. */
  share: number;
  text: string;
  /** Worth a look. */
  high: boolean;
}

/** CPU, memory and disks as shares of what there is; nothing of what is not measured, nor of a lost worker. */
export function metersOf({ state, facts }: Pick<WorkerRow, "state" | "facts">): Meter[] {
  const meters: Meter[] = [];
  if (state === "lost") return meters;
  const add = (key: string, label: string, share: number, text: string, highFrom: number) =>
    meters.push({ key, label, share: Math.min(1, Math.max(0, share)), text, high: share >= highFrom });
  const { load, memoryMib, cores, disks = [] } = facts;
  if (load?.cpu !== null && load?.cpu !== undefined)
    add("cpu", "CPU", load.cpu, `${Math.round(load.cpu * 100)} % of ${plural(cores, "core")}`, 0.95);
  if (load) {
    const used = memoryMib - load.memoryAvailableMib;
    add("memory", "Memory", used / memoryMib, `${formatMib(used)} of ${formatMib(memoryMib)}`, 0.9);
  }
  for (const { role, freeMib, totalMib } of disks) {
    const label = role === "data" ? "Disk, data" : "Disk, engine";
    add(role, label, 1 - freeMib / totalMib, `${formatMib(freeMib)} free of ${formatMib(totalMib)}`, 0.95);
  }
  return meters;
}
