import type { ChaosSystem, ChaosWorker } from "./chaos-system.ts";
import type { Link, LinkState } from "./link.ts";

/** One way to break something. `inflict` resolves once it is whole again, as far as we are to make it whole. */
export interface Fault {
  name: string;
  /** How often it comes, against the others. */
  weight: number;
  /** @returns false when there was nothing to break */
  inflict(random: () => number, wait: (ms: number) => Promise<void>): Promise<boolean>;
}

/** From a little to well beyond a lease's time, so that some links come back in time and some do not. */
const between = (random: () => number, fromMs: number, toMs: number) =>
  Math.round(fromMs + random() * (toMs - fromMs));

/** All that can be broken of a system. */
export function faultsOf(system: ChaosSystem): Fault[] {
  const { deskrl, databaseLink, workers } = system;
  return [
    kill("control plane", 3, () => deskrl.processes.controlPlane.kill("SIGKILL")),
    killPostgres(system),
    ...breakLink("control plane ↔ PostgreSQL", databaseLink, 8_000),
    ...workers.flatMap(faultsOfWorker),
  ];
}

function faultsOfWorker({ name, process, link, engine }: ChaosWorker): Fault[] {
  return [
    kill(name, 2, () => process.kill("SIGKILL")),
    ...breakLink(`${name} ↔ control plane`, link, 20_000),
    ...(engine ? breakLink(`${name} ↔ engine`, engine, 20_000) : []),
  ];
}

function kill(what: string, weight: number, signal: () => boolean): Fault {
  return { name: `kill ${what}`, weight, inflict: async () => signal() };
}

function killPostgres({ postgres }: ChaosSystem): Fault {
  return {
    name: "kill PostgreSQL",
    weight: 2,
    async inflict(random, wait) {
      await postgres.kill();
      await wait(between(random, 0, 6_000));
      await postgres.revive();
      return true;
    },
  };
}

function breakLink(what: string, link: Link, longestMs: number): Fault[] {
  const one = (name: string, state: (random: () => number) => LinkState): Fault => ({
    name: `${name} ${what}`,
    weight: 1,
    async inflict(random, wait) {
      // Another fault has it already.
      if (link.state.kind !== "open") return false;
      link.set(state(random));
      await wait(between(random, 500, longestMs));
      link.set({ kind: "open" });
      return true;
    },
  });
  return [
    one("cut", () => ({ kind: "cut" })),
    one("silence", () => ({ kind: "silent" })),
    one("slow", (random) => ({ kind: "slow", ms: between(random, 20, 400) })),
  ];
}

/** Draws a fault by weight. */
export function drawFault(faults: readonly Fault[], random: () => number): Fault | null {
  const total = faults.reduce((sum, { weight }) => sum + weight, 0);
  let at = random() * total;
  for (const fault of faults) {
    at -= fault.weight;
    if (at < 0) return fault;
  }
  return faults.at(-1) ?? null;
}
