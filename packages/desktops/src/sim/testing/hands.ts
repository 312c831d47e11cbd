import { expect } from "vitest";
import type { SimAction, SimResult } from "../core/act.ts";
import { createSimDesktop, type SimDesktop, type SimDesktopOptions } from "../core/sim-desktop.ts";

/** A desktop in the hands of a test: it acts through what the accessibility rows say, as an agent does. */
export interface Hands {
  readonly desktop: SimDesktop;
  /** Carries out an action that must succeed. */
  do(action: SimAction): SimResult;
  /** Carries out an action that must fail, and gives back its message. */
  fail(action: SimAction): string;
  /** Clicks the middle of the row of that name. */
  click(name: string, options?: { clicks?: number; button?: "left" | "right"; role?: string }): SimResult;
  type(text: string, options?: { enter?: boolean; overwrite?: boolean }): void;
  keys(...keys: string[]): void;
  tool(name: string, args?: Record<string, string | number | boolean | null | (string | number)[]>): string;
  toolFails(
    name: string,
    args?: Record<string, string | number | boolean | null | (string | number)[]>,
  ): SimResult["error"];
  /** Text of the row of that name. */
  text(name: string, role?: string): string;
  names(): string[];
  info(): string;
}

export function takeDesktop(
  files: Readonly<Record<string, string>> = {},
  options?: SimDesktopOptions,
): Hands {
  const desktop = createSimDesktop(options);
  for (const [path, text] of Object.entries(files)) desktop.writeFile(path, new TextEncoder().encode(text));
  const row = (name: string, role?: string) => {
    const rows = desktop.observe().accessibility;
    const found = rows.find((one) => one.name === name && (role === undefined || one.role === role));
    if (!found) throw new Error(`no '${name}' among ${rows.map((one) => one.name).join(", ")}`);
    return found;
  };
  const call = (
    name: string,
    args: Record<string, string | number | boolean | null | (string | number)[]>,
  ) => {
    const [tool = "", method = ""] = name.split(".");
    return desktop.act({ kind: "tool", tool, method, args });
  };
  const hands: Hands = {
    desktop,
    do(action) {
      const result = desktop.act(action);
      expect(result).toMatchObject({ outcome: "ok", error: null });
      return result;
    },
    fail(action) {
      const result = desktop.act(action);
      expect(result.outcome).toBe("error");
      return result.error?.message ?? "";
    },
    click(name, { clicks = 1, button = "left", role } = {}) {
      const { x, y } = row(name, role);
      return hands.do({ kind: "click", x, y, clicks, button });
    },
    type(text, { enter = false, overwrite = false } = {}) {
      hands.do({ kind: "type", text, enter, overwrite });
    },
    keys(...keys) {
      hands.do({ kind: "hotkey", keys });
    },
    tool(name, args = {}) {
      const result = call(name, args);
      expect(result).toMatchObject({ outcome: "ok", error: null });
      return result.output;
    },
    toolFails(name, args = {}) {
      const result = call(name, args);
      expect(result.outcome).toBe("error");
      return result.error;
    },
    text: (name, role) => row(name, role).text,
    names: () => desktop.observe().accessibility.map(({ name }) => name),
    info: () => desktop.observe().appInfo,
  };
  return hands;
}
