import type { Run } from "@deskrl/domain";
import pc from "picocolors";
import type { Client } from "../client.ts";

const ENDED: ReadonlySet<Run["state"]> = new Set(["finished", "stopped"]);

/** Seconds as a short text: `45 s`, `3 min 20 s`. */
export function shortDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The progress line of a run: counts kept apart, rate and time left. */
export function progressLine(run: Run, elapsedSeconds: number): string {
  const { planned, active, succeeded, failed, invalid } = run.counts;
  const done = succeeded + failed + invalid;
  const rate = done / Math.max(elapsedSeconds, 1);
  const left = rate > 0 ? `, ${shortDuration((planned - done) / rate)} left` : "";
  const width = 24;
  const filled = Math.round((done / Math.max(planned, 1)) * width);
  const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
  return [
    `${bar} ${done}/${planned}`,
    pc.cyan(`${active} acting`),
    pc.green(`${succeeded} succeeded`),
    pc.red(`${failed} failed`),
    pc.yellow(`${invalid} invalid`),
    pc.dim(`${(rate * 60).toFixed(1)}/min${left}`),
  ].join("  ");
}

/** Shows a run's progress until it has ended. On a terminal one line is rewritten; elsewhere a line every 10 s. */
export async function followRun(client: Client, id: string, options: { quiet: boolean }): Promise<Run> {
  const startedAt = Date.now();
  const live = Boolean(process.stderr.isTTY);
  let printedAt = 0;
  const idle = createIdleWatch();
  for (;;) {
    const run = await client.run.byId.query({ id });
    const ended = ENDED.has(run.state);
    if (!options.quiet && (live || ended || Date.now() - printedAt > 10_000)) {
      const line = `  ${progressLine(run, (Date.now() - startedAt) / 1000)}`;
      process.stderr.write(live ? `\r\u001b[2K${line}` : `${line}\n`);
      printedAt = Date.now();
    }
    if (!options.quiet && idle.asks(run)) {
      const { reasons } = await client.run.waiting.query({ id });
      if (reasons.length > 0)
        process.stderr.write(`${live ? "\r\u001b[2K" : ""}  ${pc.yellow("Waiting:")} ${reasons.join(" ")}\n`);
    }
    if (ended) {
      if (live && !options.quiet) process.stderr.write("\n");
      return run;
    }
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** Nothing at work for this long is worth a word; it is said again after each such time. */
const IDLE_MS = 10_000;

/** Notices that a run has episodes to begin and none at work. */
function createIdleWatch(now: () => number = Date.now) {
  let since = now();
  return {
    asks({ counts, state }: Run): boolean {
      if (state !== "running" || counts.active > 0 || counts.queued === 0) since = now();
      if (now() - since < IDLE_MS) return false;
      since = now();
      return true;
    },
  };
}
