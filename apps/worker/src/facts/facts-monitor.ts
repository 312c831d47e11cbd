import type { WorkerFacts } from "@deskrl/domain";
import { delay } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";

/** A machine without an engine is looked at more often: someone may be setting it up right now. */
const INTERVALS = { healthyMs: 15_000, problemMs: 3_000 };

export interface FactsMonitor {
  readonly current: WorkerFacts;
  readonly engineReady: boolean;
  /** Called each time the engine's readiness changes. */
  onReadiness: (ready: boolean) => void;
  /** Looks again and again until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/** Keeps the facts fresh and says in the log when an engine goes or comes back. */
export async function createFactsMonitor(options: {
  collect: () => Promise<WorkerFacts>;
  log: Log;
  /** Between two looks. */
  intervals?: typeof INTERVALS;
}): Promise<FactsMonitor> {
  const { collect, log, intervals = INTERVALS } = options;
  let current = await collect();
  tell(log, current);
  const monitor: FactsMonitor = {
    get current() {
      return current;
    },
    get engineReady() {
      return current.engineProblem === null;
    },
    onReadiness: () => {},
    async run(signal) {
      for (;;) {
        await delay(monitor.engineReady ? intervals.healthyMs : intervals.problemMs, signal);
        if (signal.aborted) return;
        const before = current.engineProblem?.code ?? null;
        current = await collect().catch((error: unknown) => {
          log.warn({ err: error }, "the facts of this machine could not be measured");
          return current;
        });
        if ((current.engineProblem?.code ?? null) === before) continue;
        tell(log, current);
        monitor.onReadiness(monitor.engineReady);
      }
    },
  };
  return monitor;
}

function tell(log: Log, { engineProblem, engineVersion }: WorkerFacts): void {
  if (engineProblem === null) log.info({ engineVersion }, "the engine is ready");
  else log.warn(engineProblem, "no desktops can be made");
}
