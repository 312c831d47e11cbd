import type { APP_NAMES } from "@deskrl/protocol";
import { type CandidateList, type EnumerationContext, isNamed, mentionOf } from "../builder.ts";

/** Applications that a task may need when none of its windows is open, by the short name of their windows. */
const OPENABLE = [
  ["files", "files"],
  ["calc", "libreoffice calc"],
  ["writer", "libreoffice writer"],
] as const satisfies readonly (readonly [string, (typeof APP_NAMES)[number]])[];

/** Opening applications, switching windows, noting a text down, ending the task. */
export function addApplications(context: EnumerationContext, list: CandidateList): void {
  const { screen, mentions, space } = context;
  const opens = space.gui.some(({ method }) => method === "open_app");
  for (const [app, name] of opens ? OPENABLE : []) {
    if (screen.windows.some((window) => window.app === app)) continue;
    list.add({
      kind: `open_app ${name}`,
      family: "open_app",
      tool: "Agent",
      method: "open_app",
      args: { app_name: name },
    });
  }
  for (const window of screen.windows) {
    if (window.focused) continue;
    const title = window.title.replace(/ - [^-]*$/, "");
    const mention = mentionOf(context, title);
    const named = mention !== null || isNamed(context, title);
    list.add({
      kind: "switch_window",
      family: "switch_window",
      tool: "Agent",
      method: "switch_window",
      args: { window_id: window.id },
      slots: [["window", { text: title, mention }]],
      features: [`to ${window.app}`, named ? "named" : "not named"],
    });
  }
  for (const mention of mentions) {
    const shown = mention.kind === "cell" ? screen.sheet?.cells.get(mention.text) : undefined;
    if (shown === undefined) continue;
    const content = shown.replace(/ \(=.*\)$/, "");
    list.add({
      kind: "quote",
      family: "quote",
      tool: "Agent",
      method: "quote",
      args: { content },
      slots: [["cell", { text: mention.text, mention }]],
    });
  }
  list.add({ kind: "exit", family: "exit", tool: "Agent", method: "exit", args: { success: true } });
}
