import type { Desktop } from "@deskrl/desktops";
import { AppError, type Window } from "@deskrl/domain";

/** What a test says of the desktop it wants. */
export interface MemoryDesktop {
  files?: Record<string, Uint8Array | string>;
  windows?: string[];
  /** What a command prints and how it ends; by default it prints nothing and ends with 0. */
  run?: (command: string) => { stdout?: string; stderr?: string; exitCode?: number | null };
  /** Errors that the first requests to save are answered with. */
  refusals?: Error[];
  /** Called for everything that is asked of it, such as `save` or `execute ls`. */
  log?: string[];
}

function windowOf(title: string, index: number): Window {
  const size = { x: 0, y: 0, width: 800, height: 600 };
  return { id: `0x${index}`, app: "writer", title, ...size, focused: index === 0, minimized: false };
}

/** A desktop in memory, for what depends on files and commands only; the real ones have tests of their own. */
export function memoryDesktop({
  files = {},
  windows = [],
  run,
  refusals = [],
  log = [],
}: MemoryDesktop): Desktop {
  const disk = new Map(Object.entries(files).map(([path, data]) => [path, bytesOf(data)]));
  let open = [...windows];
  const below = (folder: string) => [...disk.keys()].filter((path) => path.startsWith(`${folder}/`));
  const unsupported = () => Promise.reject(new Error("this test's desktop cannot do that"));
  return {
    environmentId: "env_memory",
    generation: 1,
    screen: { width: 1280, height: 720 },
    screenshot: unsupported,
    act: unsupported,
    rfb: unsupported,
    observe: async () => ({
      screen: { width: 1280, height: 720 },
      windows: open.map(windowOf),
      foregroundApp: null,
      appInfo: "",
      accessibility: [{ role: "button", name: "Save", text: "", x: 1, y: 1, width: 9, height: 9 }],
      accessibilityTruncated: false,
      previousResult: "",
    }),
    async execute({ id, command }) {
      const line = Array.isArray(command) ? command.join(" ") : command;
      log.push(`execute ${line}`);
      const { stdout = "", stderr = "", exitCode = 0 } = run?.(line) ?? {};
      return {
        id,
        outcome: "ok",
        exitCode,
        stdout,
        stderr,
        truncated: false,
        durationMs: 1,
        replayed: false,
      };
    },
    async open(target) {
      const title = "path" in target ? target.path : target.app;
      log.push(`open ${title}`);
      open = [title, ...open];
      return { windowId: "0x1", title, app: null };
    },
    async activateWindow({ title }) {
      log.push(`activate ${title}`);
    },
    async closeWindow({ title }) {
      log.push(`close ${title}`);
      open = open.filter((one) => !one.includes(title));
    },
    async saveDocuments() {
      log.push("save");
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      return [];
    },
    clipboard: { read: async () => "copied", write: async () => undefined },
    files: {
      async read(path) {
        const data = disk.get(path);
        if (!data) throw new AppError("not_found", `no file ${path}`);
        return data;
      },
      async write(path, bytes) {
        log.push(`write ${path}`);
        disk.set(path, bytes);
      },
      async remove(path) {
        disk.delete(path);
      },
      async list(path) {
        if (below(path).length === 0) throw new AppError("not_found", `no folder ${path}`);
        return below(path).map((full) => ({
          path: full,
          kind: "file",
          bytes: disk.get(full)?.length ?? 0,
          modifiedMs: 1,
        }));
      },
    },
  };
}

/** A text as bytes; bytes as they are. */
export function bytesOf(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}
