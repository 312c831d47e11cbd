import type { Hands } from "../oracle/hands.ts";
import type { CellValue, DeskState, Goal, Steps } from "../types.ts";
import { type Book, cellName, columnLetter, type World } from "../world.ts";
import type { GoalKind } from "./goal-kind.ts";

type Made = Omit<Goal, "kind">;

/** The file's name without its folder. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Changes the expected rows of a book. */
export function editRows(
  state: DeskState,
  { path }: Book,
  change: (rows: CellValue[][]) => CellValue[][],
): void {
  const model = state.files.get(path);
  if (model?.kind !== "table") throw new Error(`${path} holds a table`);
  state.files.set(path, { ...model, rows: change(model.rows.map((row) => [...row])) });
}

function put(rows: CellValue[][], row: number, column: number, value: CellValue): CellValue[][] {
  while (rows.length <= row) rows.push([]);
  const line = rows[row] ?? [];
  while (line.length <= column) line.push(null);
  line[column] = value;
  return rows;
}

interface SheetGoal {
  words: Readonly<Record<string, string>>;
  edit: (rows: CellValue[][]) => CellValue[][];
  act: (hands: Hands) => Steps;
}

/** A goal that changes the book's active sheet. */
function inBook({ book }: World, { words, edit, act }: SheetGoal): Made {
  return {
    tool: "CalcTools",
    words: { file: fileName(book.path), ...words },
    saves: [book.path],
    apply: (state) => editRows(state, book, edit),
    *solve(hands) {
      yield* hands.front(book.path);
      yield* act(hands);
      hands.changed(book.path, "CalcTools");
    },
  };
}

/** Puts something into a cell: by API, or by a click and typing. */
function* enter(hands: Hands, cell: string, text: string): Steps {
  const value = /^\d+$/.test(text) ? Number(text) : text;
  if (yield* hands.call("CalcTools", "set_cell_value", { cell, value })) return;
  yield* hands.click("table-cell", cell);
  yield* hands.type(text, { enter: true });
}

/** A result of one column's numbers, put two rows below the table. */
function columnResult(name: string, work: (numbers: readonly number[]) => number) {
  return (world: World): Made => {
    const { book, random, pool } = world;
    const row = book.height + 2;
    const columns = Array.from({ length: book.width - 1 }, (_, index) => index + 1);
    const column = random.pick(columns.filter((one) => pool.hasCell(row, one)));
    const range = `${cellName(1, column)}:${cellName(book.height, column)}`;
    const cell = cellName(row, column);
    return inBook(world, {
      words: { range, cell },
      edit(rows) {
        const numbers = rows.slice(1, book.height + 1).map((line) => line[column]);
        return put(rows, row, column, work(numbers.filter((value) => typeof value === "number")));
      },
      act: (hands) => enter(hands, cell, `=${name}(${range})`),
    });
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);

/** A cell's place and what the start state holds there. */
function valueAt({ book }: World, row: number, column: number): CellValue {
  return book.rows[row]?.[column] ?? null;
}

export const SHEET_GOALS: Readonly<Record<string, GoalKind>> = {
  "cell-set": {
    wordings: {
      train: [
        "set cell {cell} of {file} to {value}",
        "put {value} into cell {cell} of {file}",
        "write {value} in {cell} of the spreadsheet {file}",
        "in {file}, enter {value} in cell {cell}",
      ],
      heldOut: [
        "make {cell} of {file} hold {value}",
        "in the workbook {file}, fill cell {cell} with {value}",
      ],
    },
    make(world) {
      const { row, column, name: cell } = world.takeCell({ filled: world.random.chance(0.5) });
      const value = world.newNumber();
      return inBook(world, {
        words: { cell, value: String(value) },
        edit: (rows) => put(rows, row, column, value),
        act: (hands) => enter(hands, cell, String(value)),
      });
    },
  },
  "cell-clear": {
    wordings: {
      train: [
        "clear cell {cell} of {file}",
        "empty the cell {cell} in {file}",
        "in {file}, delete the contents of {cell}",
        "remove what stands in cell {cell} of {file}",
      ],
      heldOut: ["make {cell} of {file} blank", "wipe cell {cell} in the workbook {file}"],
    },
    make(world) {
      const { row, column, name: cell } = world.takeCell({ filled: true });
      return inBook(world, {
        words: { cell },
        edit: (rows) => put(rows, row, column, null),
        *act(hands) {
          if (yield* hands.call("CalcTools", "set_cell_value", { cell, value: null })) return;
          yield* hands.click("table-cell", cell);
          yield* hands.keys("delete");
        },
      });
    },
  },
  "column-sum": {
    wordings: {
      train: [
        "put the sum of {range} into cell {cell} of {file}",
        "add up {range} in {cell} of {file}",
        "in {file}, calculate the total of {range} in cell {cell}",
        "write the sum of the cells {range} to {cell} of {file}",
      ],
      heldOut: ["total {range} of {file} in {cell}", "let {cell} of {file} show what {range} add up to"],
    },
    make: columnResult("SUM", sum),
  },
  "column-average": {
    wordings: {
      train: [
        "put the average of {range} into cell {cell} of {file}",
        "work out the mean of {range} in {cell} of {file}",
        "in {file}, calculate the average of {range} in cell {cell}",
        "write the average of the cells {range} to {cell} of {file}",
      ],
      heldOut: ["average {range} of {file} in {cell}", "let {cell} of {file} show the mean value of {range}"],
    },
    make: columnResult("AVERAGE", (numbers) => sum(numbers) / numbers.length),
  },
  "cell-copy": {
    wordings: {
      train: [
        "copy cell {from} of {file} to {cell}",
        "in {file}, copy what {from} holds into cell {cell}",
        "duplicate the value of {from} in cell {cell} of {file}",
        "put the value of cell {from} into {cell} of {file} as well",
      ],
      heldOut: [
        "let {cell} of {file} hold the same as {from}",
        "repeat the content of {from} in {cell} of {file}",
      ],
    },
    make(world) {
      const from = world.takeCell({ filled: true });
      const to = world.takeCell({ filled: false });
      return inBook(world, {
        words: { from: from.name, cell: to.name },
        edit: (rows) => put(rows, to.row, to.column, rows[from.row]?.[from.column] ?? null),
        *act(hands) {
          const args = { cell: to.name, value: `=${from.name}` };
          if (yield* hands.call("CalcTools", "set_cell_value", args)) return;
          yield* hands.click("table-cell", from.name);
          yield* hands.keys("ctrl", "c");
          yield* hands.click("table-cell", to.name);
          yield* hands.keys("ctrl", "v");
        },
      });
    },
  },
  "entry-replace": {
    wordings: {
      train: [
        'change the entry "{old}" in {file} to "{new}"',
        'in {file}, replace the name "{old}" by "{new}"',
        'correct "{old}" to "{new}" in the spreadsheet {file}',
        'turn the name "{old}" in {file} into "{new}"',
      ],
      heldOut: [
        'swap "{old}" in {file} for "{new}"',
        'in the workbook {file}, "{old}" is wrong and has to read "{new}"',
      ],
    },
    make(world) {
      const row = world.random.int(1, world.book.height);
      const old = String(valueAt(world, row, 0));
      const entry = world.newEntry();
      return inBook(world, {
        words: { old, new: entry },
        edit: (rows) => put(rows, row, 0, entry),
        *act(hands) {
          const cell = hands.rowWith("table-cell", (text) => text === old);
          yield* enter(hands, cell, entry);
        },
      });
    },
  },
  "rows-sort": {
    wordings: {
      train: [
        "sort the rows of {file} by column {column}, {order}",
        "in {file}, sort by column {column} in {order} order",
        "arrange the rows of the spreadsheet {file} by column {column} in {order} order",
        "order the rows of {file} by column {column}, {order}",
      ],
      heldOut: [
        "rank the rows of {file} by column {column}, {order}",
        "bring {file} into {order} order of column {column}",
      ],
    },
    make(world) {
      const { book, random, pool } = world;
      const letter = random.pick(pool.sortColumns);
      const column = letter.charCodeAt(0) - 65;
      const keys = random
        .shuffled(Array.from({ length: 40 }, (_, index) => 20 + 2 * index))
        .slice(0, book.height);
      if (keys.every((key, index) => index === 0 || key > (keys[index - 1] ?? 0))) keys.reverse();
      // Distinct keys out of order, so that there is just one right order and something to do.
      for (const [index, key] of keys.entries()) put(book.rows, index + 1, column, key);
      const descending = keys.every((key, index) => index === 0 || key < (keys[index - 1] ?? 0));
      const ascending = descending || random.chance(0.5);
      const sign = ascending ? 1 : -1;
      return inBook(world, {
        words: { column: columnLetter(column), order: ascending ? "ascending" : "descending" },
        edit: ([header = [], ...rows]) => [
          header,
          ...rows.sort((a, b) => sign * (Number(a[column]) - Number(b[column]))),
        ],
        *act(hands) {
          const args = { column_name: letter, ascending, start_index: 2 };
          if (yield* hands.call("CalcTools", "sort_column", args)) return;
          yield* hands.click("table-cell", `${letter}2`);
          yield* hands.click("push-button", ascending ? "Sort Ascending" : "Sort Descending");
        },
      });
    },
  },
  "csv-export": {
    wordings: {
      train: [
        "export {file} as CSV",
        "save a CSV copy of {file} beside it",
        "make a CSV file from the spreadsheet {file}",
        "write {file} out as a CSV file",
      ],
      heldOut: ["turn {file} into comma-separated values beside it", "give me {file} in CSV form"],
    },
    make({ book }) {
      return {
        tool: "CalcTools",
        words: { file: fileName(book.path) },
        saves: [],
        apply(state) {
          const model = state.files.get(book.path);
          if (model?.kind !== "table") throw new Error(`${book.path} holds a table`);
          state.files.set(book.path.replace(/xlsx$/, "csv"), { kind: "csv", rows: model.rows });
        },
        *solve(hands) {
          yield* hands.front(book.path);
          if (yield* hands.call("CalcTools", "export_to_csv", {})) return;
          yield* hands.keys("ctrl", "shift", "s");
          yield* hands.fill(fileName(book.path).replace(/xlsx$/, "csv"), { enter: true });
          yield* hands.either(
            () => hands.keys("enter"),
            () => hands.click("push-button", "OK"),
          );
        },
      };
    },
  },
};
