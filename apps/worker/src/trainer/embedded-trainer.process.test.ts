import { trainerContract } from "../testing/trainer-contract.ts";
import { embeddedTrainer } from "../training/trainer-program.ts";

const settings = { updates: 8, tasks: 2, groupSize: 3, minibatches: 2, evaluateEvery: 4, evaluateTasks: 2 };

trainerContract("of the embedded policy", {
  program: embeddedTrainer(),
  job: () => ({ kind: "rl", settings, suite: { seed: 5, trainTasks: 24, heldOutTasks: 8 } }),
  long: { updates: 40, evaluateEvery: 0 },
});
