import { GUI_TOOL } from "../actions/gui-actions.ts";
import { toolSignature } from "../actions/signature.ts";
import type { ActionSpace } from "../types.ts";

/** The action space as Python class definitions: `Agent`, and the class of the application in front. */
export function actionSpaceText({ gui, tools }: ActionSpace): string {
  const classes = new Map<string, string[]>([
    [GUI_TOOL, gui.map(({ signature, description }) => method(signature, description))],
  ]);
  for (const tool of tools) {
    const signature = toolSignature(tool);
    const [owner = ""] = signature.split(".");
    const written = method(signature.slice(owner.length + 1), describe(tool.function));
    classes.set(owner, [...(classes.get(owner) ?? []), written]);
  }
  return [...classes].map(([name, methods]) => `class ${name}:\n${methods.join("\n")}`).join("\n\n");
}

function method(signature: string, description: string): string {
  const lines = description.split("\n").map((line) => `        ${line}`);
  return `    def ${signature}:\n        """\n${lines.join("\n")}\n        """`;
}

function describe({ description, parameters }: ActionSpace["tools"][number]["function"]): string {
  const args = Object.entries(parameters.properties).map(
    ([name, schema]) => `- ${name}: ${schema.description ?? "see its name"}`,
  );
  return args.length === 0 ? description : `${description}\nArgs:\n${args.join("\n")}`;
}
