import { trainerContract } from "../testing/trainer-contract.ts";
import { testTrainer } from "../testing/trainer-programs.ts";

trainerContract("of the tests", {
  program: testTrainer(),
  job: () => ({
    kind: "rl",
    settings: { updates: 8, unitMs: 30 },
    suite: { seed: 1, trainTasks: 8, heldOutTasks: 8 },
  }),
  long: { updates: 40, unitMs: 1 },
});
