import { type BenchReport, figure, machineFacts } from "@deskrl/desktops/bench";
import { measureLearner, type Throughput } from "@deskrl/training/bench";

const MEASURE_MS = 10_000;

/** Speed of the embedded policy on one core, in this process. */
export async function benchLearn({ log }: { log: (line: string) => void }): Promise<BenchReport> {
  const machine = machineFacts();
  log(`acting, training and whole episodes on the simulated desktop, ${MEASURE_MS / 1_000} s each`);
  const speed = measureLearner({ measureMs: MEASURE_MS, now: () => performance.now() });
  const perSecond = ({ perSecond: value, decisions }: Throughput) => figure(value, "per second", decisions);
  return {
    bench: "learn",
    machine,
    figures: {
      acting_decisions_per_second: perSecond(speed.acting),
      training_decisions_per_second: perSecond(speed.training),
      rollout_decisions_per_second: perSecond(speed.rollout),
      candidates_per_decision: figure(speed.candidates, "candidates", speed.acting.decisions),
    },
  };
}
