import { AppError } from "@deskrl/domain";
import { type ScreenOperation, ScreenRecording } from "@deskrl/protocol";
import { Refusal } from "../core/refusal.ts";
import { createSimDesktop, type SimDesktop } from "../core/sim-desktop.ts";

/**
 * A desktop made again from the recordings of an episode, first to last.
 * @param texts each a `ScreenRecording` as JSON
 * @throws AppError `invalid_input` for what is no recording; `not_found` when one is missing among them or before them;
 * `conflict` when they lead elsewhere, as after a change of the simulation
 */
export function playRecordings(texts: readonly string[]): SimDesktop {
  let sim: SimDesktop | null = null;
  let done = 0;
  for (const [position, text] of texts.entries()) {
    const where = `recording ${position + 1} of ${texts.length}`;
    const { seed, screen, from, operations, digest } = readRecording(text, where);
    if (from !== done) {
      throw new AppError("not_found", `What was done before operation ${from + 1} is missing.`, { where });
    }
    sim ??= createSimDesktop({ seed, screen });
    for (const operation of operations) carryOut(sim, operation);
    done += operations.length;
    if (sim.digest() === digest) continue;
    throw new AppError("conflict", "This release simulates the desktop differently.", { where });
  }
  if (sim) return sim;
  throw new AppError("not_found", "There is no recording.");
}

function readRecording(text: string, where: string): ScreenRecording {
  try {
    return ScreenRecording.parse(JSON.parse(text));
  } catch (error) {
    throw new AppError("invalid_input", "The recording of the desktop cannot be read.", {
      where,
      cause: error,
    });
  }
}

/** What failed then fails again, and has left the same behind. */
function carryOut(sim: SimDesktop, operation: ScreenOperation): void {
  try {
    doAgain(sim, operation);
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof Refusal)) throw error;
  }
}

function doAgain(sim: SimDesktop, operation: ScreenOperation): void {
  switch (operation.kind) {
    case "act": {
      const { action, partial = false, times = 1 } = operation;
      for (let time = 0; time < times; time += 1) sim.act(action, { partial });
      break;
    }
    case "write_file":
      sim.writeFile(operation.path, Buffer.from(operation.base64, "base64"));
      break;
    case "remove_file":
      sim.removeFile(operation.path);
      break;
    case "execute": {
      const { command, cwd, stdin } = operation;
      sim.execute(command, { ...(cwd ? { cwd } : {}), ...(stdin ? { stdin } : {}) });
      break;
    }
    case "open_path":
      sim.openPath(operation.path);
      break;
    case "open_app":
      sim.openApp(operation.app);
      break;
    case "raise_window":
      sim.raiseWindow(operation.windowId);
      break;
    case "close_window":
      sim.closeWindow(operation.windowId);
      break;
    case "save_documents":
      sim.saveDocuments();
      break;
    case "set_clipboard":
      sim.setClipboard(operation.text);
  }
}
