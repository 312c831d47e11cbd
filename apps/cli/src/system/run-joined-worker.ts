import { AppError } from "@deskrl/domain";
import type { StepPrinter } from "../output/steps.ts";
import type { DataLayout } from "../paths.ts";
import { type ConnectionNote, followConnection, readConnection } from "./follow-connection.ts";
import { untilInterrupted } from "./interrupt.ts";
import { type Joined, writeJoined } from "./joined-file.ts";
import { WORKER_REFUSED, workerProcess } from "./process-specs.ts";
import { SupervisedProcess } from "./supervised-process.ts";

/**
 * Keeps a worker process until Ctrl-C, and says how it stands with the control plane it dials. What it has joined is
 * remembered once it is in.
 * @throws AppError when the control plane will not have it, with what to do
 */
export async function runJoinedWorker(options: {
  settings: Joined;
  layout: DataLayout;
  printer: StepPrinter;
}): Promise<void> {
  const { settings, layout, printer } = options;
  const { join, token, warm, ...rest } = settings;
  const spec = {
    ...workerProcess({ ...rest, warmDesktops: warm, controlPlane: join, workerToken: token, layout }),
    finalCodes: [WORKER_REFUSED],
  };
  const gaveUp = new AbortController();
  const worker = new SupervisedProcess(spec, ({ kind, lastLines = [] }) => {
    if (kind === "gave_up") gaveUp.abort();
    if (kind === "exited") printer.warn(`The worker ended; starting it again. ${lastLines.at(-1) ?? ""}`);
  });
  const ended = new AbortController();
  const address = join.split("#")[0] ?? join;
  worker.start();
  printer.note(`Joining ${address}; log in ${spec.logFile}; Ctrl-C ends it`);
  const following = followConnection({
    path: layout.connection,
    pid: () => worker.pid,
    signal: ended.signal,
    onChange: async (note) => {
      tell(printer, address, note);
      if (note.state === "joined") await writeJoined(layout.joined, settings);
    },
  });
  await Promise.race([untilInterrupted(), aborted(gaveUp.signal)]);
  ended.abort();
  await following;
  if (gaveUp.signal.aborted) throw refusal(await readConnection(layout.connection), spec.logFile);
  await printer.step("Ending", () => worker.stop());
}

function tell(printer: StepPrinter, address: string, { state, problem }: ConnectionNote): void {
  if (state === "joined") printer.note(`Joined ${address}`);
  if (state === "away" && problem)
    printer.warn(`Not connected: ${problem.message} ${problem.fix ?? ""} Trying again.`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function refusal(note: ConnectionNote | null, logFile: string): AppError {
  const { message, where, fix } = note?.problem ?? { message: "The control plane refused this worker." };
  return new AppError("forbidden", message, { ...(where ? { where } : {}), fix: fix ?? `see ${logFile}` });
}
