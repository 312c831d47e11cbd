import { setTimeout as sleep } from "node:timers/promises";
import { drawFault, type Fault } from "./faults.ts";

export interface Inflicted {
  atMs: number;
  name: string;
}

/** Faults at work at a time: two, so that what has to survive one meets another meanwhile. */
const LANES = 2;
const PAUSE_MS = { shortest: 500, longest: 6_000 };

/**
 * Breaks one thing after another, in two lanes, until the time is over; everything that was broken has been mended when
 * it resolves. The faults and the pauses follow from the seed; what they meet does not.
 */
export async function inflictFaults(options: {
  faults: readonly Fault[];
  durationMs: number;
  /** A generator for each lane. */
  random: (lane: number) => () => number;
  onFault: (fault: Inflicted) => void;
}): Promise<Inflicted[]> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const over = () => elapsed() >= options.durationMs;
  const inflicted: Inflicted[] = [];
  // Two of a kind at a time would mend each other's damage.
  const busy = new Set<string>();
  const wait = async (ms: number) => {
    await sleep(Math.max(0, Math.min(ms, options.durationMs - elapsed())));
  };
  const lane = async (number: number) => {
    const random = options.random(number);
    while (!over()) {
      await wait(PAUSE_MS.shortest + random() * (PAUSE_MS.longest - PAUSE_MS.shortest));
      const fault = drawFault(options.faults, random);
      if (!fault || over() || busy.has(fault.name)) continue;
      busy.add(fault.name);
      const fact = { atMs: Math.round(elapsed()), name: fault.name };
      options.onFault(fact);
      try {
        if (await fault.inflict(random, wait)) inflicted.push(fact);
      } finally {
        busy.delete(fault.name);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  return inflicted.sort((a, b) => a.atMs - b.atMs);
}
