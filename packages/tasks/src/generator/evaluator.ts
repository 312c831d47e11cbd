import type { TaskEvaluator } from "@deskrl/domain";
import { SETTINGS_PATH } from "./settings.ts";
import type { FileModel, OfficeTask, Rows } from "./types.ts";
import { cellName, DOCUMENTS, HOME } from "./world.ts";

type Json = NonNullable<TaskEvaluator["postconfig"][number]["parameters"]>[string];

interface Check {
  func: string;
  result: { type: string; path?: string };
  rules: Json;
}

/**
 * Checks that say that the files, folders and settings are just as expected and nothing is unsaved. The agent must end
 * the task itself. On a simulated desktop the whole home counts, elsewhere the Documents folder.
 */
export function evaluatorOf(task: OfficeTask, target: "sim" | "docker"): TaskEvaluator {
  const { expected } = task;
  const root = target === "sim" ? HOME : DOCUMENTS;
  const below = (path: string): string[] =>
    path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : [];
  const checks: Check[] = [
    {
      func: "check_files",
      result: { type: "list_directory", path: root },
      rules: {
        exactly: [
          ...[...expected.folders].flatMap((path) => below(path).map((name) => `${name}/`)),
          ...[...expected.files.keys()].flatMap(below),
        ].sort(),
      },
    },
    ...[...expected.files].map(([path, model]) => fileCheck(path, model)),
  ];
  if (target === "sim") {
    checks.push({
      func: "check_direct_json_object",
      result: { type: "vm_file", path: SETTINGS_PATH },
      rules: { expected: { ...expected.settings } },
    });
  }
  // Last, since asking saves what was not saved.
  checks.push({ func: "exact_match", result: { type: "unsaved_documents" }, rules: { expected: "" } });
  return {
    func: checks.map(({ func }) => func),
    conj: "and",
    result: checks.map(({ result }) => result),
    expected: checks.map(({ rules }) => ({ type: "rule", rules })),
    postconfig: [],
    must_exit: true,
  };
}

function fileCheck(path: string, model: FileModel): Check {
  const result = { type: "vm_file", path };
  switch (model.kind) {
    case "text":
      return { func: "check_text_file", result, rules: { lines: model.text.trimEnd().split("\n") } };
    case "csv":
      return {
        func: "check_csv",
        result,
        rules: { rows: square(model.rows).map((row) => row.map((v) => v ?? "")) },
      };
    case "table":
      return { func: "check_cells", result, rules: tableRules(model) };
  }
}

function tableRules({ sheet, rows }: { sheet: string; rows: Rows }): Json {
  const grid = square(rows);
  const bottom = grid.findLastIndex((row) => row.some((value) => value !== null));
  const right = Math.max(...grid.map((row) => row.findLastIndex((value) => value !== null)));
  return {
    sheet_names: [sheet],
    sheets: {
      [sheet]: {
        grid: { A1: grid.slice(0, bottom + 1).map((row) => row.slice(0, right + 1)) },
        cells: { [`A1:${cellName(bottom, right)}`]: { bold: false, fill: null } },
        size: { rows: bottom + 1, columns: right + 1 },
        hidden_rows: [],
        merged: [],
      },
    },
  };
}

/** Rows of one width. */
function square(rows: Rows): (string | number | null)[][] {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? null));
}
