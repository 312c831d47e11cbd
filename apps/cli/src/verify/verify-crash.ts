import { rm } from "node:fs/promises";
import { AppError, RunSpec } from "@deskrl/domain";
import pc from "picocolors";
import { createClient } from "../client.ts";
import { shortDuration } from "../commands/follow-run.ts";
import { createStepPrinter } from "../output/steps.ts";
import { ensureDesktopImage } from "../system/ensure-desktop-image.ts";
import { scratchDataDir } from "../system/scratch-data-dir.ts";
import { type RunningDeskrl, startSystem } from "../system/start-system.ts";
import { auditCrash, type CrashAudit } from "./audit-crash.ts";
import { createRandom } from "./random.ts";

export interface VerifyCrashOptions {
  kills: number;
  episodes: number;
  desktops: number;
  suite: string;
  seed: number;
  json?: boolean;
}

type Victim = "worker" | "control plane";

type Client = ReturnType<typeof createClient>;

/** The run as it stands; null while the control plane is down. */
async function look(client: Client, runId: string) {
  return client.run.byId.query({ id: runId }).catch(() => null);
}

async function isOver(client: Client, runId: string): Promise<boolean> {
  const state = (await look(client, runId))?.state;
  return state === "finished" || state === "stopped";
}

/** Waits until an episode is being carried out. @returns false when the run has ended before */
async function untilActing(client: Client, runId: string): Promise<boolean> {
  for (;;) {
    const run = await look(client, runId);
    if (run?.state === "finished" || run?.state === "stopped") return false;
    if (run && run.counts.active > 0) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Kills one of the two a random while after an episode has begun, again and again. @returns the victims, in order */
async function killRepeatedly(
  system: RunningDeskrl,
  options: VerifyCrashOptions & { client: Client; runId: string; say: (text: string) => void },
): Promise<Victim[]> {
  const random = createRandom(options.seed);
  const victims: Victim[] = [];
  while (victims.length < options.kills) {
    if (!(await untilActing(options.client, options.runId))) break;
    await new Promise((done) => setTimeout(done, random() * 4_000));
    const victim: Victim = random() < 0.5 ? "worker" : "control plane";
    const part = victim === "worker" ? system.processes.worker : system.processes.controlPlane;
    if (!part?.kill("SIGKILL")) continue;
    victims.push(victim);
    options.say(`${victims.length}/${options.kills}, last: ${victim}`);
  }
  return victims;
}

/**
 * Runs oracle episodes on a system of its own, kills worker and control plane again and again, lets the run complete
 * and audits what is left.
 * @throws AppError `internal` when a promise is broken, with every broken one named
 */
export async function verifyCrash(options: VerifyCrashOptions): Promise<void> {
  const printer = createStepPrinter({ quiet: options.json === true });
  await ensureDesktopImage(printer);
  const dataDir = await scratchDataDir("crash");
  const startedAt = Date.now();
  const system = await startSystem({
    dataDir,
    port: 0,
    desktops: options.desktops,
    provider: "docker",
    dashboard: false,
    keepJournal: true,
    leaseTtlSeconds: 10,
    printer,
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await system.stop();
  };
  try {
    const client = createClient({ url: system.url, token: system.operatorToken });
    const spec = RunSpec.parse({
      suite: options.suite,
      policy: "oracle",
      episodes: options.episodes,
      desktops: options.desktops,
      retryBudget: 10 * options.kills * options.desktops,
    });
    const { id: runId } = await client.run.create.mutate(spec);
    const victims = await printer.step("Killing", (say) =>
      killRepeatedly(system, { ...options, client, runId, say }),
    );
    await printer.step("Letting the run complete", async (say) => {
      const deadline = Date.now() + 30 * 60_000;
      while (!(await isOver(client, runId))) {
        if (Date.now() > deadline)
          throw new AppError("internal", "The run did not complete within 30 minutes");
        const run = await client.run.byId.query({ id: runId }).catch(() => null);
        if (run)
          say(`${run.counts.succeeded + run.counts.failed + run.counts.invalid}/${run.counts.planned}`);
        await new Promise((done) => setTimeout(done, 1_000));
      }
    });
    const audit = await printer.step("Auditing", () =>
      auditCrash({ system, runId, victims, kills: options.kills, stop }),
    );
    report(audit, options, Date.now() - startedAt);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function report(audit: CrashAudit, options: VerifyCrashOptions, elapsedMs: number): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(audit)}\n`);
  } else {
    const { counts } = audit;
    process.stdout.write(
      [
        "",
        `${audit.kills.worker + audit.kills.controlPlane} kills (${audit.kills.worker} worker, ${audit.kills.controlPlane} control plane) in ${shortDuration(elapsedMs / 1000)}`,
        `Run ${audit.runState}: ${counts.succeeded} succeeded, ${counts.failed} failed, ${counts.invalid} invalid, ${counts.retried} attempts tried again`,
        `Steps written by workers ${audit.stepsJournalled}, stored ${audit.stepsStored}, lost ${audit.stepsLost.length}`,
        `Containers without an owner ${audit.orphanContainers.length}`,
        "",
      ].join("\n"),
    );
  }
  if (audit.broken.length > 0) {
    throw new AppError("internal", `Broken promises: ${audit.broken.join("; ")}`, {
      fix: "read the logs of this run; the seed repeats the kills",
    });
  }
  if (!options.json) process.stdout.write(pc.green("Nothing recorded is lost, nothing is left behind.\n"));
}
