import { posix } from "node:path";
import type { Desktop } from "@deskrl/desktops";
import type { GuestActionResult } from "@deskrl/protocol";
import { useDesktop } from "@deskrl/testing";
import { afterEach, expect } from "vitest";

const FOLDER = "/home/user/Documents";
/** Generous, since tests share the machine; what hangs is still ended. */
const DEADLINE_MS = 90_000;

/** One desktop for the tests of a file, with a document open in it at a time. */
export function useToolDesktop(application: "calc" | "writer") {
  const context = useDesktop();
  const toolClass = application === "calc" ? "CalcTools" : "WriterTools";
  const suffix = application === "calc" ? "xlsx" : "docx";
  let serial = 0;
  let opened: string | null = null;

  const act = (method: string, args: Record<string, unknown>): Promise<GuestActionResult> => {
    serial += 1;
    return context.desktop.act({
      id: `act_${application}_${serial}`,
      kind: "tool",
      timeoutMs: DEADLINE_MS,
      tool: toolClass,
      method,
      args: JSON.parse(JSON.stringify(args)),
    });
  };

  const call = async (method: string, args: Record<string, unknown> = {}): Promise<string> => {
    const result = await act(method, args);
    expect(result, `${method} answered ${JSON.stringify(result.error)}`).toMatchObject({ outcome: "ok" });
    return result.output;
  };

  afterEach(async () => {
    if (!opened) return;
    const title = posix.basename(opened);
    opened = null;
    await call("save");
    await context.desktop.closeWindow({ title });
  });

  return {
    get desktop(): Desktop {
      return context.desktop;
    },
    /** Puts a document into the desktop and opens it; answers its path. */
    async open(bytes: Uint8Array): Promise<string> {
      serial += 1;
      const path = `${FOLDER}/${application}-${serial}.${suffix}`;
      await context.desktop.files.write(path, bytes);
      await context.desktop.open({ path }, { timeoutMs: DEADLINE_MS });
      opened = path;
      return path;
    },
    /** Calls a tool that must succeed; answers what it says. */
    call,
    /** Calls a tool that must be refused; answers the error. */
    async refusal(method: string, args: Record<string, unknown>) {
      const result = await act(method, args);
      expect(result, `${method} was carried out`).toMatchObject({ outcome: "error" });
      return { code: result.error?.code, text: `${result.error?.message} ${result.error?.fix ?? ""}` };
    },
    /** Saves with the tool and downloads what is on disk. */
    async save(path: string): Promise<Uint8Array> {
      await call("save");
      return context.desktop.files.read(path);
    },
  };
}
