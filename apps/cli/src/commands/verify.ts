import { Command } from "commander";
import { verifyChaos } from "../verify/chaos/verify-chaos.ts";
import { verifyCrash } from "../verify/verify-crash.ts";
import { wholeNumber } from "./options.ts";

/** `deskrl verify …`: proofs on the living system that promises hold. */
export function verifyCommand(): Command {
  const verify = new Command("verify").description("prove promises on a living system");
  verify
    .command("crash")
    .description("kill worker and control plane with SIGKILL in the middle of a run, then audit what is left")
    .option("--kills <n>", "how many kills", wholeNumber(1, 1_000), 20)
    .option("--episodes <n>", "episodes of the run", wholeNumber(1, 10_000), 60)
    .option("--desktops <n>", "desktops", wholeNumber(1, 100), 3)
    .option("--suite <name>", "task suite", "office-basics")
    .option("--seed <n>", "seed of the times and victims", wholeNumber(0, 2 ** 31), 1)
    .option("--json", "print the audit as one JSON line")
    .action(verifyCrash);
  verify
    .command("chaos")
    .description(
      "kill control plane, workers and PostgreSQL, cut, silence and slow their links while runs go on, then audit what is left",
    )
    .option("--minutes <n>", "how long things are broken", wholeNumber(1, 24 * 60), 10)
    .option("--seed <n>", "seed of the faults and their times", wholeNumber(0, 1_000_000), 1)
    .option("--desktops <n>", "simulated desktops of each of the two workers", wholeNumber(1, 1_000), 4)
    .option("--no-real", "simulated desktops only, also where a Docker engine answers")
    .option("--keep", "keep the data folder with the logs when a promise is broken")
    .option("--json", "print the audit as one JSON line")
    .action(verifyChaos);
  return verify;
}
