import type { CandidateList, EnumerationContext } from "../builder.ts";
import type { Mention } from "../mentions.ts";
import { formulasOf, isValue } from "./values.ts";

/** Typing what the instruction names, where the keyboard is. */
export function addTyping(context: EnumerationContext, list: CandidateList): void {
  const { screen } = context;
  if (screen.dialog === null && screen.app === "calc") addCellTexts(context, list);
  else if (screen.dialog === null && screen.app === "writer") addDocumentTexts(context, list);
  else if (screen.fields.length > 0) addFieldTexts(context, list);
}

/** Into the field that has the keyboard, in place of all that it holds. */
function addFieldTexts({ mentions, screen }: EnumerationContext, list: CandidateList): void {
  for (const mention of mentions) {
    if (!isValue(mention) && mention.kind !== "file") continue;
    const held = screen.fields.some(({ text }) => text === mention.text) ? "held already" : "not held";
    for (const enter of [true, false]) {
      const kind = enter ? "fill enter" : "fill";
      addKeys(list, { kind, text: mention.text, mention, overwrite: true, enter, features: [held] });
    }
    if (screen.dialog === null || !mention.text.endsWith(".xlsx")) continue;
    const text = mention.text.replace(/xlsx$/, "csv");
    addKeys(list, { kind: "fill csv enter", text, mention, overwrite: true, enter: true, features: [] });
  }
}

/** Into the active cell. */
function addCellTexts({ mentions, screen }: EnumerationContext, list: CandidateList): void {
  const active = screen.sheet?.activeCell ?? "";
  const target = mentions.find(({ kind, text }) => kind === "cell" && text === active);
  const features = [target ? "active cell named" : "active cell not named"];
  for (const mention of mentions) {
    if (!isValue(mention)) continue;
    addKeys(list, { kind: "type into cell", text: mention.text, mention, enter: true, features });
  }
  for (const { name, text, mention } of formulasOf(mentions)) {
    addKeys(list, { kind: `type ${name} into cell`, text, mention, enter: true, features });
  }
}

/** At the caret; a new line before it, after it, or neither. */
function addDocumentTexts({ mentions, screen }: EnumerationContext, list: CandidateList): void {
  const whole = screen.paragraphs.map(({ text }) => text);
  for (const mention of mentions) {
    if (!isValue(mention)) continue;
    const features = [whole.includes(mention.text) ? "is a paragraph" : "is no paragraph"];
    addKeys(list, { kind: "type text", text: mention.text, mention, enter: false, features });
    addKeys(list, { kind: "type line", text: `\n${mention.text}`, mention, enter: false, features });
    addKeys(list, { kind: "type text enter", text: mention.text, mention, enter: true, features });
  }
}

interface Keys {
  kind: string;
  text: string;
  mention: Mention;
  overwrite?: boolean;
  enter: boolean;
  features: readonly string[];
}

function addKeys(
  list: CandidateList,
  { kind, text, mention, overwrite = false, enter, features }: Keys,
): void {
  list.add({
    kind,
    family: "type",
    tool: "Agent",
    method: "type",
    args: { text, ...(overwrite ? { overwrite } : {}), ...(enter ? { enter } : {}) },
    slots: [["text", { text: mention.text, mention }]],
    features,
  });
}
