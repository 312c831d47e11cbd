import { allStages, runSeed, shortStages } from "@deskrl/training/experiment";
import { SeedJob, type SeedMessage } from "./seed-job.ts";

/** Runs one seed of an experiment in a process of its own; the job comes as argument, what happens goes to the parent. */
async function main(): Promise<void> {
  const { seed, plan, actionSpace, settings } = SeedJob.parse(JSON.parse(process.argv[2] ?? "null"));
  const send = (message: SeedMessage) => process.send?.(message);
  const row = await runSeed({
    seed,
    stages: plan === "all" ? allStages(settings) : shortStages(settings),
    actionSpace,
    evaluation: settings.evaluation,
    log: (line) => send({ type: "log", line }),
  });
  send({ type: "row", row });
}

process.once("disconnect", () => process.exit(1));
main().then(
  () => process.disconnect?.(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
