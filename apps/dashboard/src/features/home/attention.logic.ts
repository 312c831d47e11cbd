import { plural } from "@deskrl/ui";
import type { RunRow, SystemStatus } from "../../lib/api/types.ts";
import { fleetHref } from "../fleet/fleet-filters.logic.ts";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";

export interface Attention {
  key: string;
  message: string;
  href: string;
}

/** A disk with less room than this soon stops recording. */
const LOW_DISK_MIB = 2048;

/** What a person should look at, the gravest first; empty when all is well. */
export function needsAttention(options: {
  status: SystemStatus;
  runs: readonly RunRow[];
  brokenDesktops: number;
}): Attention[] {
  const { status, runs, brokenDesktops } = options;
  const items: Attention[] = controlPlaneItems(status.housekeeping);
  for (const worker of status.workers) {
    if (worker.state === "lost") {
      items.push({
        key: worker.id,
        message: `Worker ${worker.name} is lost: no heartbeat`,
        href: "/workers",
      });
    } else if (worker.facts.engineProblem) {
      items.push({
        key: worker.id,
        message: `Worker ${worker.name}: ${worker.facts.engineProblem.message}`,
        href: "/workers",
      });
    }
    if (worker.state === "online" && worker.facts.closedFor) {
      items.push({
        key: `${worker.id} closed`,
        message: `Worker ${worker.name}: ${worker.facts.closedFor.message}`,
        href: "/workers",
      });
    }
    const free = worker.facts.diskFreeMib;
    if (free !== null && free < LOW_DISK_MIB) {
      items.push({
        key: `${worker.id} disk`,
        message: `Worker ${worker.name} has ${Math.round(free)} MiB of disk left`,
        href: "/workers",
      });
    }
  }
  if (brokenDesktops > 0) {
    items.push({
      key: "broken",
      message: `${plural(brokenDesktops, "desktop")} broke`,
      href: fleetHref({ state: ["failed"] }),
    });
  }
  for (const run of runs) {
    const judged = run.counts.succeeded + run.counts.failed + run.counts.invalid;
    // What a training run waits for is known by its phases.
    if (run.kind !== "evaluation") continue;
    if (run.counts.invalid > 0 && run.counts.invalid * 5 >= judged) {
      items.push({
        key: run.id,
        message: `Run ${run.name}: ${plural(run.counts.invalid, "episode")} of ${judged} ended invalid`,
        href: trajectoriesHref({ run: run.id, verdict: ["invalid"], superseded: false }),
      });
    }
    if (run.state === "paused") {
      items.push({ key: `${run.id} paused`, message: `Run ${run.name} is paused`, href: `/runs/${run.id}` });
    }
  }
  return items;
}

function controlPlaneItems({ leader, problem, loops }: SystemStatus["housekeeping"]): Attention[] {
  const items: Attention[] = [];
  const add = (key: string, message: string) => items.push({ key, message, href: "/workers" });
  if (problem) add("control plane", problem.message);
  if (leader === null) add("leader", "No control plane leads: nothing is assigned and no lease is ended");
  for (const { name, state, lastError } of loops) {
    if (state === "stuck") add(`loop ${name}`, `The control plane's ${name} is stuck`);
    if (state === "failing")
      add(`loop ${name}`, `The control plane's ${name} fails: ${lastError ?? "no reason given"}`);
  }
  return items;
}
