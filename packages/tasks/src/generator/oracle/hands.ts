import type { Observation, ToolCall } from "@deskrl/domain";
import { pythonCall } from "@deskrl/protocol/tools";
import type { Random } from "../random.ts";
import type { OfficeTool, SolutionStyle, Steps } from "../types.ts";
import { DOCUMENTS } from "../world.ts";

/** What an oracle looks at: part of what every agent sees. */
export type OracleView = Pick<Observation, "windows" | "accessibility">;
type Json = ToolCall["args"][string];

interface HandsOptions {
  style: SolutionStyle;
  /** Chooses between ways that come to the same. */
  random: Random;
  outage: OfficeTool | null;
  view: () => OracleView;
}

/** Moves that every solution is made of, as code lines of the agent. Each looks at the desktop as it is just then. */
export class Hands {
  readonly #options: HandsOptions;
  /** The API was tried and said that it is out of order. */
  #broken = false;
  /** A document with changes that are not in its file. */
  #unsaved: { path: string; tool: OfficeTool } | null = null;
  /** Where the caret stands in each text document, when it is known. */
  readonly caret = new Map<string, "start" | "end" | "unknown">();

  constructor(options: HandsOptions) {
    this.#options = options;
  }

  /** Calls an application's API, when this solution uses APIs here. False: it is to be done by mouse and keys. */
  *call(tool: OfficeTool, method: string, args: Readonly<Record<string, Json>>): Steps<boolean> {
    const { style, random, outage } = this.#options;
    const outOfOrder = tool === outage;
    if (style === "gui" || (outOfOrder && this.#broken) || (style === "mixed" && random.chance(0.5)))
      return false;
    yield pythonCall(tool, method, args);
    this.#broken ||= outOfOrder;
    return !outOfOrder;
  }

  *click(role: string, name: string, clicks = 1): Steps {
    const { x, y } = this.#find(role, name);
    yield pythonCall("Agent", "click", { coordinate: [x, y], ...(clicks > 1 ? { num_clicks: clicks } : {}) });
  }

  *keys(...keys: string[]): Steps {
    yield pythonCall("Agent", "hotkey", { keys });
  }

  *type(text: string, { enter = false }: { enter?: boolean } = {}): Steps {
    yield pythonCall("Agent", "type", { text, ...(enter ? { enter } : {}) });
  }

  /** Types into the field that has the keyboard, in place of all that it holds. */
  *fill(text: string, { enter = false }: { enter?: boolean } = {}): Steps {
    yield pythonCall("Agent", "type", { text, overwrite: true, ...(enter ? { enter } : {}) });
  }

  /** One of several ways that take the same number of steps. */
  either(...ways: readonly (() => Steps)[]): Steps {
    return this.#options.random.pick(ways)();
  }

  /** Brings a document to the front; one that is closed is opened from its folder. What another one holds is saved first. */
  *front(path: string): Steps {
    if (this.#unsaved && this.#unsaved.path !== path) yield* this.save();
    const { windows } = this.#options.view();
    const title = titleOf(path);
    const window = windows.find((one) => one.title === title);
    if (window?.focused) return;
    if (!window && path !== DOCUMENTS) {
      yield* this.front(DOCUMENTS);
      yield* this.click("icon", nameOf(path), 2);
    } else if (window && this.#options.style === "api") {
      yield pythonCall("Agent", "switch_window", { window_id: window.id });
    } else yield* this.click("task-button", title);
  }

  /** Marks a document as changed; it is saved before another one comes to the front, and at the end. */
  changed(path: string, tool: OfficeTool): void {
    this.#unsaved = { path, tool };
  }

  *save(): Steps {
    const unsaved = this.#unsaved;
    if (!unsaved) return;
    this.#unsaved = null;
    if (yield* this.call(unsaved.tool, "save", {})) return;
    yield* this.either(
      () => this.keys("ctrl", "s"),
      () => this.click("push-button", "Save"),
    );
  }

  isInFront(title: string): boolean {
    return this.#options.view().windows.some((one) => one.focused && one.title === title);
  }

  /** Name of the row of that role whose text passes. */
  rowWith(role: string, passes: (text: string) => boolean): string {
    const row = this.#options.view().accessibility.find((one) => one.role === role && passes(one.text));
    if (!row) throw new Error(`the desktop shows no ${role} with the text that was looked for`);
    return row.name;
  }

  #find(role: string, name: string): { x: number; y: number } {
    const rows = this.#options.view().accessibility;
    const roles = role === "push-button" ? ["push-button", "toggle-button"] : [role];
    const row = rows.find((one) => roles.includes(one.role) && one.name === name);
    if (row) return row;
    throw new Error(`the desktop shows no ${role} '${name}', only ${rows.map((one) => one.name).join(", ")}`);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function titleOf(path: string): string {
  if (path.endsWith(".xlsx")) return `${nameOf(path)} - LibreOffice Calc`;
  return path.endsWith(".txt") ? `${nameOf(path)} - LibreOffice Writer` : nameOf(path);
}
