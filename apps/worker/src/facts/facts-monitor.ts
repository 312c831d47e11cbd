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
  /** Called each time this worker stops or begins again to take episodes by its own decision. */
  onClosed: () => void;
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
  if (current.closedFor) tellClosed(log, current);
  const monitor: FactsMonitor = {
    get current() {
      return current;
    },
    get engineReady() {
      return current.engineProblem === null;
    },
    onReadiness: () => {},
    onClosed: () => {},
    async run(signal) {
      for (;;) {
        const healthy = monitor.engineReady && current.closedFor === undefined;
        await delay(healthy ? intervals.healthyMs : intervals.problemMs, signal);
        if (signal.aborted) return;
        const before = current.engineProblem?.code ?? null;
        const closedBefore = current.closedFor?.code;
        current = await collect().catch((error: unknown) => {
          log.warn({ err: error }, "the facts of this machine could not be measured");
          return current;
        });
        if (current.closedFor?.code !== closedBefore) {
          tellClosed(log, current);
          monitor.onClosed();
        }
        if ((current.engineProblem?.code ?? null) === before) continue;
        tell(log, current);
        monitor.onReadiness(monitor.engineReady);
      }
    },
  };
  return monitor;
}

function tellClosed(log: Log, { closedFor }: WorkerFacts): void {
  if (closedFor) log.error({ code: closedFor.code, fix: closedFor.fix }, closedFor.message);
  else log.info("takes episodes again");
}

function tell(log: Log, { engineProblem, engineVersion }: WorkerFacts): void {
  if (engineProblem === null) log.info({ engineVersion }, "the engine is ready");
  else log.warn(engineProblem, "no desktops can be made");
}
