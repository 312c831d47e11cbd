import { Command } from "commander";
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
  return verify;
}
