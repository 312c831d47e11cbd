import type { SimDesktop } from "../core/sim-desktop.ts";
import type { OperationLog } from "./operation-log.ts";

/** A simulated desktop with no way to change it that is not recorded. */
export type RecordedSim = Omit<SimDesktop, "writeText" | "writeTable">;

/** The same desktop; what changes it goes into the log first. */
export function recordedSim(sim: SimDesktop, log: OperationLog): RecordedSim {
  return {
    ...sim,
    act(action, options) {
      log.add({ kind: "act", action: undelivered(action), ...(options?.partial ? { partial: true } : {}) });
      return sim.act(action, options);
    },
    writeFile(path, bytes) {
      log.add({ kind: "bytes", path, bytes });
      sim.writeFile(path, bytes);
    },
    removeFile(path) {
      log.add({ kind: "remove_file", path });
      sim.removeFile(path);
    },
    execute(command, options = {}) {
      log.add({ kind: "execute", command: typeof command === "string" ? command : [...command], ...options });
      return sim.execute(command, options);
    },
    openPath(path) {
      log.add({ kind: "open_path", path });
      return sim.openPath(path);
    },
    openApp(app) {
      log.add({ kind: "open_app", app });
      return sim.openApp(app);
    },
    raiseWindow(windowId) {
      log.add({ kind: "raise_window", windowId });
      sim.raiseWindow(windowId);
    },
    closeWindow(windowId) {
      log.add({ kind: "close_window", windowId });
      sim.closeWindow(windowId);
    },
    saveDocuments() {
      log.add({ kind: "save_documents" });
      return sim.saveDocuments();
    },
    setClipboard(text) {
      log.add({ kind: "set_clipboard", text });
      sim.setClipboard(text);
    },
  };
}

/** Ids and deadlines belong to the delivery, so that equal acts are equal text. */
function undelivered<T extends object>(action: T): Omit<T, "id" | "timeoutMs"> {
  const { id: _id, timeoutMs: _timeoutMs, ...rest } = { id: "", timeoutMs: 0, ...action };
  return rest;
}
