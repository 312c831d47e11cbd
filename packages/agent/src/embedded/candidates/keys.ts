import type { CandidateList, EnumerationContext } from "../builder.ts";

/** Shortcuts that have a use, by application; `dialog` while one is open. */
const HOTKEYS: Readonly<Record<string, readonly string[]>> = {
  dialog: ["enter", "escape"],
  calc: ["ctrl+s", "ctrl+shift+s", "delete", "ctrl+c", "ctrl+v", "escape", "enter"],
  writer: ["ctrl+s", "ctrl+h", "ctrl+end", "ctrl+home", "ctrl+alt+shift+v", "enter", "delete", "backspace"],
  files: ["f2", "delete", "ctrl+x", "ctrl+c", "ctrl+v", "enter", "ctrl+shift+n", "alt+up"],
};

export function addHotkeys({ screen }: EnumerationContext, list: CandidateList): void {
  const keys = HOTKEYS[screen.dialog === null ? screen.app : "dialog"] ?? [];
  for (const combination of keys) {
    list.add({
      kind: `hotkey ${combination}`,
      family: "hotkey",
      tool: "Agent",
      method: "hotkey",
      args: { keys: combination.split("+") },
    });
  }
}
