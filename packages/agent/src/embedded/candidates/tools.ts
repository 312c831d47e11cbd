import type { Json } from "../../json.ts";
import type { CandidateList, EnumerationContext } from "../builder.ts";
import type { Mention } from "../mentions.ts";
import type { Argument } from "../types.ts";
import { cellValue, formulasOf, isValue } from "./values.ts";

type Emit = (call: {
  args: Readonly<Record<string, Json>>;
  slots?: readonly (readonly [string, Argument])[];
  variant?: string;
  features?: readonly string[];
}) => void;
type Generator = (context: EnumerationContext, emit: Emit) => void;

const of = (mention: Mention): Argument => ({ text: mention.text, mention });
const withKind = ({ mentions }: EnumerationContext, ...kinds: Mention["kind"][]) =>
  mentions.filter(({ kind }) => kinds.includes(kind));

/** How the arguments of an API are filled from the instruction and the screen. An API that is not here is not offered. */
const GENERATORS: Readonly<Record<string, Generator>> = {
  "CalcTools.save": (_context, emit) => emit({ args: {} }),
  "CalcTools.export_to_csv": (_context, emit) => emit({ args: {} }),
  "CalcTools.set_cell_value": setCellValue,
  "CalcTools.sort_column": sortColumn,
  "CalcTools.switch_active_sheet": (context, emit) => {
    for (const mention of withKind(context, "quoted", "name")) {
      const there = context.screen.sheet?.sheetNames.includes(mention.text) ? "there" : "not there";
      emit({ args: { sheet_name: mention.text }, slots: [["sheet", of(mention)]], features: [there] });
    }
  },
  "CalcTools.rename_sheet": (context, emit) => {
    for (const sheet of context.screen.sheet?.sheetNames ?? []) {
      const old = context.mentions.find(({ text }) => text === sheet) ?? null;
      for (const mention of withKind(context, "quoted", "name")) {
        if (mention.text === sheet) continue;
        emit({
          args: { old_name: sheet, new_name: mention.text },
          slots: [
            ["old", { text: sheet, mention: old }],
            ["new", of(mention)],
          ],
        });
      }
    }
  },
  "WriterTools.save": (_context, emit) => emit({ args: {} }),
  "WriterTools.write_text": (context, emit) => {
    for (const mention of context.mentions.filter(isValue)) {
      emit({ args: { text: mention.text }, slots: [["text", of(mention)]] });
      emit({ args: { text: `\n${mention.text}` }, slots: [["text", of(mention)]], variant: "line before" });
      emit({ args: { text: `${mention.text}\n` }, slots: [["text", of(mention)]], variant: "line after" });
    }
  },
  "WriterTools.find_and_replace": findAndReplace,
};

/** Calls of the foreground application's APIs. */
export function addToolCalls(context: EnumerationContext, list: CandidateList): void {
  if (context.screen.dialog !== null) return;
  for (const { function: described } of context.space.tools) {
    const generate = GENERATORS[described.name];
    const [tool = "", method = ""] = described.name.split(".");
    const named = method
      .split("_")
      .some((word) => word.length > 3 && context.instruction.words.includes(word));
    generate?.(context, ({ args, slots = [], variant = "", features = [] }) =>
      list.add({
        kind: `${described.name}${variant && ` ${variant}`}`,
        family: "api",
        tool,
        method,
        args,
        slots,
        features: [...features, ...(named ? ["api named"] : [])],
      }),
    );
  }
}

function setCellValue(context: EnumerationContext, emit: Emit): void {
  for (const { cell, argument } of cellsOf(context)) {
    const held = context.screen.sheet?.cells.get(cell);
    const content = held === undefined ? "empty" : "full";
    const set = (
      value: Json,
      slot: readonly [string, Argument] | null,
      variant = "",
      features: string[] = [],
    ) =>
      emit({
        args: { cell, value },
        slots: slot ? [["cell", argument], slot] : [["cell", argument]],
        variant,
        features: [content, argument.text === cell ? "by name" : "by content", ...features],
      });
    for (const mention of context.mentions) {
      if (mention === argument.mention) continue;
      if (isValue(mention)) {
        const same = held === mention.text ? ["held already"] : [];
        set(cellValue(mention), ["value", of(mention)], "", same);
      } else if (mention.kind === "cell") set(`=${mention.text}`, ["from", of(mention)], "reference");
    }
    for (const { name, text, mention } of formulasOf(context.mentions))
      set(text, ["range", of(mention)], name);
    if (held !== undefined) set(null, null, "nothing");
  }
}

function sortColumn(context: EnumerationContext, emit: Emit): void {
  for (const { letter, argument } of columnsOf(context)) {
    for (const ascending of [true, false]) {
      emit({
        args: { column_name: letter, ascending, start_index: 2 },
        slots: [["column", argument]],
        variant: ascending ? "ascending" : "descending",
      });
    }
  }
}

/** Cells that the instruction names, and those that hold a text it quotes. */
export function cellsOf({ mentions, screen }: EnumerationContext): { cell: string; argument: Argument }[] {
  const byContent = mentions
    .filter(({ kind }) => kind === "quoted")
    .flatMap((mention) =>
      [...(screen.sheet?.cells ?? [])]
        .filter(([, shown]) => shown === mention.text)
        .slice(0, 2)
        .map(([cell]) => ({ cell, argument: of(mention) })),
    );
  const byName = mentions.filter(({ kind }) => kind === "cell");
  return [...byName.map((mention) => ({ cell: mention.text, argument: of(mention) })), ...byContent];
}

/** Columns that the instruction names, by letter or by what their first cell says. */
export function columnsOf(context: EnumerationContext): { letter: string; argument: Argument }[] {
  const byLetter = withKind(context, "column").map((mention) => ({
    letter: mention.text,
    argument: of(mention),
  }));
  const byHeader = [...(context.screen.sheet?.cells ?? [])].flatMap(([cell, shown]) => {
    if (!/^[A-Z]+1$/.test(cell) || shown.length < 3) return [];
    if (!context.instruction.lower.includes(shown.toLowerCase())) return [];
    const mention = context.mentions.find(({ text }) => text.toLowerCase() === shown.toLowerCase()) ?? null;
    return [{ letter: cell.slice(0, -1), argument: { text: shown, mention } }];
  });
  return [
    ...byLetter,
    ...byHeader.filter(({ letter }) => !byLetter.some((other) => other.letter === letter)),
  ];
}

function findAndReplace(context: EnumerationContext, emit: Emit): void {
  const texts = context.mentions.filter(isValue);
  const document = context.screen.paragraphs.map(({ text }) => text).join("\n");
  for (const pattern of texts) {
    const occurs = document.includes(pattern.text) ? "occurs" : "does not occur";
    const escaped = pattern.text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    for (const replacement of texts) {
      if (replacement === pattern) continue;
      emit({
        args: { pattern: escaped, replacement: replacement.text.replaceAll("\\", "\\\\") },
        slots: [
          ["pattern", of(pattern)],
          ["replacement", of(replacement)],
        ],
        features: [occurs],
      });
    }
    emit({
      args: { pattern: escaped, replacement: "" },
      slots: [["pattern", of(pattern)]],
      variant: "nothing",
      features: [occurs],
    });
  }
}
