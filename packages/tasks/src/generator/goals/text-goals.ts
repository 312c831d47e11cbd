import type { Hands } from "../oracle/hands.ts";
import type { DeskState, Goal, Steps } from "../types.ts";
import type { World } from "../world.ts";
import type { GoalKind } from "./goal-kind.ts";
import { fileName } from "./sheet-goals.ts";

type Made = Omit<Goal, "kind">;

/** Changes the expected text of a document. */
export function editText(state: DeskState, path: string, change: (text: string) => string): void {
  const model = state.files.get(path);
  if (model?.kind !== "text") throw new Error(`${path} holds a text`);
  state.files.set(path, { kind: "text", text: change(model.text) });
}

interface TextGoal {
  words: Readonly<Record<string, string>>;
  edit: (text: string) => string;
  act: (hands: Hands) => Steps;
}

/** A goal that changes the text document. */
function inText({ text }: World, { words, edit, act }: TextGoal): Made {
  return {
    tool: "WriterTools",
    words: { file: fileName(text.path), ...words },
    saves: [text.path],
    apply: (state) => editText(state, text.path, edit),
    *solve(hands) {
      yield* hands.front(text.path);
      yield* act(hands);
      hands.changed(text.path, "WriterTools");
    },
  };
}

/** Puts the caret where a text is to go. A document that was just opened has it at the start. */
export function* place(hands: Hands, path: string, where: "start" | "end"): Steps {
  if ((hands.caret.get(path) ?? "start") !== where)
    yield* hands.keys("ctrl", where === "start" ? "home" : "end");
}

/** Replaces a text everywhere: by API, or in the dialog for it. */
function* replace(hands: Hands, find: string, by: string): Steps {
  if (yield* hands.call("WriterTools", "find_and_replace", { pattern: find, replacement: by })) return;
  yield* hands.either(
    () => hands.keys("ctrl", "h"),
    () => hands.click("push-button", "Find and Replace"),
  );
  yield* hands.fill(find);
  if (by !== "") {
    yield* hands.click("text", "Replace");
    yield* hands.fill(by);
  }
  yield* hands.click("push-button", "Replace All");
  yield* hands.either(
    () => hands.keys("escape"),
    () => hands.click("push-button", "Close"),
  );
}

export const TEXT_GOALS: Readonly<Record<string, GoalKind>> = {
  "text-replace": {
    wordings: {
      train: [
        'replace "{old}" by "{new}" in {file}',
        'in {file}, change the word "{old}" to "{new}"',
        'in the document {file}, put "{new}" in place of "{old}"',
        'change every "{old}" in {file} to "{new}"',
      ],
      heldOut: [
        'wherever {file} says "{old}", it has to say "{new}"',
        'substitute "{new}" for "{old}" in {file}',
      ],
    },
    make(world) {
      const { text, random, pool } = world;
      const line = random.pick(text.lines.filter((one) => one.split(" ").length === 3));
      const old = line.split(" ")[2] ?? line;
      const entry = random.pick(pool.nouns.filter((noun) => !text.lines.some((one) => one.includes(noun))));
      return inText(world, {
        words: { old, new: entry },
        edit: (whole) => whole.replaceAll(old, entry),
        act: (hands) => replace(hands, old, entry),
      });
    },
  },
  "text-delete": {
    wordings: {
      train: [
        'remove the word "{old}" from {file}',
        'delete the word "{old}" in {file}',
        'in {file}, take out the word "{old}"',
        'erase "{old}" from the document {file}',
      ],
      heldOut: ['strike the word "{old}" in {file}', 'the word "{old}" has to go from {file}'],
    },
    make(world) {
      const old = world.text.marker;
      return inText(world, {
        words: { old },
        edit: (whole) => whole.replaceAll(old, ""),
        act: (hands) => replace(hands, old, ""),
      });
    },
  },
  "line-append": {
    wordings: {
      train: [
        'add the line "{line}" at the end of {file}',
        'append "{line}" to {file}',
        'in {file}, write "{line}" as the last line',
        'put a new line "{line}" at the bottom of {file}',
      ],
      heldOut: ['finish {file} with the line "{line}"', 'let the document {file} end in "{line}"'],
    },
    make(world) {
      const line = world.newLine();
      const { path } = world.text;
      return inText(world, {
        words: { line },
        edit: (whole) => `${whole}${whole.endsWith("\n") ? "" : "\n"}${line}\n`,
        *act(hands) {
          yield* place(hands, path, "end");
          const text = `\n${line}`;
          if (!(yield* hands.call("WriterTools", "write_text", { text }))) yield* hands.type(text);
          hands.caret.set(path, "end");
        },
      });
    },
  },
  "line-insert": {
    wordings: {
      train: [
        'insert the line "{line}" at the top of {file}',
        'put "{line}" before everything else in {file}',
        'in {file}, add "{line}" as the first line',
        'write the line "{line}" at the beginning of {file}',
      ],
      heldOut: ['let the document {file} start with the line "{line}"', 'head {file} with the line "{line}"'],
    },
    make(world) {
      const line = world.newLine();
      const { path } = world.text;
      return inText(world, {
        words: { line },
        edit: (whole) => `${line}\n${whole}`,
        *act(hands) {
          yield* place(hands, path, "start");
          const done = yield* hands.call("WriterTools", "write_text", { text: `${line}\n` });
          if (!done) yield* hands.type(line, { enter: true });
          hands.caret.set(path, "unknown");
        },
      });
    },
  },
  "line-delete": {
    wordings: {
      train: [
        'delete the line "{line}" from {file}',
        'remove the whole line "{line}" in {file}',
        'in {file}, delete the line that reads "{line}"',
        'take the line "{line}" out of the document {file}',
      ],
      heldOut: ['drop the line "{line}" of {file}', 'get rid of the line saying "{line}" in {file}'],
    },
    make(world) {
      const { text, random } = world;
      const line = random.pick(text.lines.filter((one) => !one.endsWith(text.marker)));
      return inText(world, {
        words: { line },
        edit: (whole) =>
          whole
            .split("\n")
            .filter((one) => one !== line)
            .join("\n"),
        *act(hands) {
          const row = hands.rowWith("paragraph", (shown) => shown === line);
          const isLast = text.lines.at(-1) === line;
          yield* hands.click("paragraph", row, 3);
          yield* hands.keys("delete");
          yield* hands.keys(isLast ? "backspace" : "delete");
          hands.caret.set(text.path, "unknown");
        },
      });
    },
  },
  "cell-to-text": {
    wordings: {
      train: [
        "copy the value of cell {cell} of {book} to the end of {file}",
        "append what cell {cell} of {book} holds to {file}",
        "add the content of {cell} in {book} as the last line of {file}",
        "put the value that stands in {cell} of {book} at the bottom of {file}",
      ],
      heldOut: [
        "let {file} end in the value of {cell} from {book}",
        "take over {cell} of {book} into {file} as its last line",
      ],
    },
    make(world) {
      const { book, text } = world;
      const cell = world.takeCell({ filled: true });
      const value = String(book.rows[cell.row]?.[cell.column] ?? "");
      return {
        tool: "WriterTools",
        words: { cell: cell.name, book: fileName(book.path), file: fileName(text.path) },
        saves: [text.path],
        apply: (state) => editText(state, text.path, (whole) => `${whole}${value}\n`),
        *solve(hands) {
          yield* hands.front(book.path);
          yield* hands.click("table-cell", cell.name);
          yield* hands.keys("ctrl", "c");
          yield* hands.front(text.path);
          yield* place(hands, text.path, "end");
          yield* hands.keys("enter");
          yield* hands.keys("ctrl", "alt", "shift", "v");
          hands.caret.set(text.path, "end");
          hands.changed(text.path, "WriterTools");
        },
      };
    },
  },
};
