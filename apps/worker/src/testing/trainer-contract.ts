import { readFile, truncate } from "node:fs/promises";
import { MAX_UNACKNOWLEDGED, type TrainerJob, TrainerMessage } from "@deskrl/protocol";
import { describe, expect, test } from "vitest";
import type { TrainerProgram } from "../training/trainer-process.ts";
import { hashOf } from "./records.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { driveTrainer, type TrainerDriver } from "./trainer-driver.ts";

export interface TrainerContractOptions {
  program: TrainerProgram;
  /** A small job of at least six units of work. */
  job: () => Pick<TrainerJob, "kind" | "settings" | "suite">;
  /** Settings under which it has more units than may be unacknowledged. */
  long: TrainerJob["settings"];
}

const SLOW = 120_000;

/** What a report says of what was learnt; times and speeds are those of the machine. */
function learnt({
  step,
  policyVersion,
  metrics,
  episodes,
  groups,
}: ReturnType<TrainerDriver["reports"]>[number]) {
  const own = Object.entries(metrics).filter(([name]) => !name.startsWith("perf/"));
  return { step, policyVersion, metrics: Object.fromEntries(own), episodes, groups };
}

/** What every trainer does, whatever it trains. */
export function trainerContract(name: string, options: TrainerContractOptions): void {
  const jobFor = async (overrides: Partial<TrainerJob> = {}): Promise<TrainerJob> => ({
    version: 1,
    ...{ jobId: "job_1", runId: "run_1", phaseId: "ph_1", attempt: 1, seed: 7 },
    start: { weights: "fresh", optimiser: "fresh", reference: "fresh" },
    ...{ actionSpace: "api-gui", invalidLimit: 1, previousCheckpoint: null, resumeCheckpoint: null },
    ...{ pools: [], policyVersion: 0, folder: await temporaryDirectory() },
    ...options.job(),
    ...overrides,
  });
  const drive = (job: TrainerJob, how = {}) => driveTrainer(options.program, job, how);

  describe(`the trainer ${name}`, { timeout: SLOW }, () => {
    test("reports each unit once, in order, and ends with a checkpoint that is what its hash says", async () => {
      await using trainer = drive(await jobFor());
      const { plannedSteps, restored } = await trainer.until("ready");
      expect(restored).toBeNull();
      const finished = await trainer.until("finished");
      expect(await trainer.process.ended).toContain("exit code 0");
      expect(trainer.reports().map(({ report }) => report)).toEqual(
        Array.from({ length: plannedSteps }, (_, n) => n),
      );
      expect(trainer.reports().map(({ step }) => step)).toEqual(
        Array.from({ length: plannedSteps }, (_, n) => n + 1),
      );
      expect(finished).toMatchObject({ step: plannedSteps, report: plannedSteps });
      const bytes = await readFile(finished.file.path);
      expect(hashOf(bytes)).toBe(finished.file.hash);
      for (const message of trainer.heard) expect(TrainerMessage.safeParse(message).success).toBe(true);
    });

    test("interrupted by pauses, a kill and a resume learns the same as uninterrupted, bit for bit", async () => {
      await using whole = drive(await jobFor());
      const end = await whole.until("finished");
      const reports = new Map<number, unknown>();
      const keep = (trainer: TrainerDriver, before = Number.POSITIVE_INFINITY) => {
        for (const report of trainer.reports())
          if (report.step <= before) reports.set(report.step, learnt(report));
      };
      await using first = drive(await jobFor());
      await first.until("report", ({ step }) => step === 2);
      first.process.send({ type: "pause" });
      const paused = await first.until("paused");
      first.process.send({ type: "resume" });
      await first.until("resumed");
      await first.until("report", ({ step }) => step > paused.step);
      first.process.kill();
      await first.process.ended;
      keep(first, paused.step);
      await using second = drive(await jobFor({ attempt: 2, resumeCheckpoint: paused.file.path }));
      const { restored } = await second.until("ready");
      expect(restored).toMatchObject({ step: paused.step, optimiser: true, reference: true, random: true });
      const finished = await second.until("finished");
      keep(second);
      expect([...reports.values()]).toEqual(whole.reports().map(learnt));
      expect(finished.file.hash).toBe(end.file.hash);
      expect(finished.pool?.hash).toBe(end.pool?.hash);
    });

    test("stands still while paused, and a second pause is the same pause", async () => {
      await using trainer = drive(await jobFor());
      await trainer.until("report");
      trainer.process.send({ type: "pause" });
      const { report } = await trainer.until("paused");
      trainer.process.send({ type: "pause" });
      trainer.process.send({ type: "acknowledge", report: report - 1 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(trainer.reports()).toHaveLength(report);
      expect(trainer.heard.filter(({ type }) => type === "paused")).toHaveLength(1);
      trainer.process.send({ type: "resume" });
      await trainer.until("report", (later) => later.report === report);
    });

    test("ends early when asked, also out of a pause, as if it had been planned so", async () => {
      await using trainer = drive(await jobFor());
      await trainer.until("report");
      trainer.process.send({ type: "pause" });
      const paused = await trainer.until("paused");
      trainer.process.send({ type: "finish" });
      const finished = await trainer.until("finished");
      expect(finished.step).toBe(paused.step);
      expect(hashOf(await readFile(finished.file.path))).toBe(finished.file.hash);
    });

    test("stops without a result when asked, also out of a pause", async () => {
      await using trainer = drive(await jobFor());
      await trainer.until("report");
      trainer.process.send({ type: "pause" });
      await trainer.until("paused");
      trainer.process.send({ type: "stop" });
      await trainer.until("stopped");
      expect(trainer.heard.at(-1)?.type).toBe("stopped");
    });

    test("is never further ahead of what is stored than it may be", async () => {
      await using trainer = drive(
        await jobFor({ settings: { ...options.job().settings, ...options.long } }),
        {
          acknowledge: false,
        },
      );
      await trainer.until("report", ({ report }) => report === MAX_UNACKNOWLEDGED - 1);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(trainer.reports()).toHaveLength(MAX_UNACKNOWLEDGED);
      trainer.process.send({ type: "acknowledge", report: 0 });
      await trainer.until("report", ({ report }) => report === MAX_UNACKNOWLEDGED);
    });

    test("ends when its worker is gone", async () => {
      await using trainer = drive(await jobFor());
      await trainer.until("ready");
      trainer.process.closeInput();
      expect(await trainer.process.ended).toContain("exit code 0");
    });

    test("refuses a checkpoint that was cut in half, by name", async () => {
      await using first = drive(await jobFor());
      await first.until("report");
      first.process.send({ type: "pause" });
      const { file } = await first.until("paused");
      await truncate(file.path, Math.floor(file.bytes / 2));
      await using second = drive(await jobFor({ attempt: 2, resumeCheckpoint: file.path }));
      const failed = await second.until("failed");
      expect(failed.code).toBe("checkpoint_invalid");
    });
  });
}
