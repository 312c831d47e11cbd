import type { LoopHealth } from "@deskrl/api";
import type { ReportError } from "../lib/error-reporter.ts";
import { LoopMonitor } from "../lib/loop-health.ts";
import { PeriodicRunner } from "../lib/periodic-runner.ts";

/** A burst of events is one turn. */
const WAKE_DELAY_MS = 20;

/** A loop of the server with its own heartbeat. */
export interface Loop {
  start(): void;
  wake(): void;
  /** This process leads from now on. */
  takeOver(): void;
  health(): LoopHealth;
  stop(): Promise<void>;
}

export type CreateLoop = (
  name: string,
  intervalMs: number,
  run: (signal: AbortSignal) => Promise<void>,
) => Loop;

/** Makes loops that do nothing while this process does not lead, where they are the leader's. */
export function createLoops(options: {
  leaderOnly: boolean;
  leading: () => boolean;
  clock: () => Date;
  report: ReportError;
}): CreateLoop {
  const { leaderOnly, leading, clock, report } = options;
  return (name, intervalMs, run) => {
    const monitor = new LoopMonitor({ name, intervalMs, leaderOnly, clock });
    const runner = new PeriodicRunner({
      ...{ name, intervalMs, onError: report, wakeDelayMs: WAKE_DELAY_MS },
      async run(signal) {
        if (!leaderOnly || leading()) await monitor.follow(() => run(signal));
      },
    });
    return {
      start: () => runner.start(),
      wake: () => runner.wake(),
      takeOver() {
        monitor.takeOver();
        // What is done once an hour is too much to do at each start.
        if (intervalMs <= 60_000) runner.wake();
      },
      health: () => monitor.health(leading()),
      stop: () => runner.stop(),
    };
  };
}
