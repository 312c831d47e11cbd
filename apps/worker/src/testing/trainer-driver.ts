import type { TrainerJob, TrainerMessage } from "@deskrl/protocol";
import { TrainerProcess, type TrainerProgram } from "../training/trainer-process.ts";

type Type = TrainerMessage["type"];
type OfType<T extends Type> = Extract<TrainerMessage, { type: T }>;

export interface TrainerDriver extends AsyncDisposable {
  process: TrainerProcess;
  /** All that it said, in order. */
  heard: TrainerMessage[];
  /** Waits for a message that fits; what was heard before counts. @throws when the trainer ends without one */
  until<T extends Type>(type: T, fits?: (message: OfType<T>) => boolean): Promise<OfType<T>>;
  /** Reports so far. */
  reports(): OfType<"report">[];
}

/** Starts a trainer on a job and plays its worker; reports are acknowledged at once unless told otherwise. */
export function driveTrainer(
  program: TrainerProgram,
  job: TrainerJob,
  { acknowledge = true }: { acknowledge?: boolean } = {},
): TrainerDriver {
  const process = new TrainerProcess(program, { cwd: job.folder, onLog: () => {} });
  const heard: TrainerMessage[] = [];
  let wake: (() => void)[] = [];
  let over = false;
  const ring = () => {
    const waiting = wake;
    wake = [];
    for (const resolve of waiting) resolve();
  };
  const listening = (async () => {
    for await (const message of process.messages()) {
      heard.push(message);
      if (acknowledge && message.type === "report")
        process.send({ type: "acknowledge", report: message.report });
      ring();
    }
  })()
    .catch(() => {})
    .finally(() => {
      over = true;
      ring();
    });
  process.send({ type: "start", job });
  return {
    process,
    heard,
    reports: () => heard.filter((message): message is OfType<"report"> => message.type === "report"),
    async until<T extends Type>(type: T, fits: (message: OfType<T>) => boolean = () => true) {
      const wanted = (message: TrainerMessage): message is OfType<T> =>
        message.type === type && fits(message as OfType<T>);
      for (;;) {
        const found = heard.find(wanted);
        if (found) return found;
        const failure = heard.find((message) => message.type === "failed");
        if (over || failure)
          throw new Error(`no message ${type}: ${JSON.stringify(failure ?? heard.at(-1))} ${process.tail}`);
        await new Promise<void>((resolve) => wake.push(resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      process.kill();
      await process.ended;
      await listening;
    },
  };
}
