import { TOOL_REGISTRY, type ToolFunction } from "@deskrl/protocol/tools";
import { describe, expect, test } from "vitest";
import { useToolDesktop } from "./tool-desktop.ts";
import { paragraph, readParagraphs, run, wordFile } from "./word.ts";
import { columnValues, FRUIT, readSheet, workbookFile } from "./workbook.ts";

type Schema = ToolFunction["function"]["parameters"]["properties"][string];
type Refused = [method: string, args: Record<string, unknown>, says: RegExp];

/** A value that fits a schema, or one that does not. */
function sample(schema: Schema, fits: boolean): unknown {
  if (!fits) return { no: "such value" };
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array") return [sample(schema.items as Schema, true)];
  if (type === "boolean") return true;
  return type === "string" ? "red" : (schema.minimum ?? 1);
}

/** For every argument of a tool: left out, of a wrong type, and one that does not exist. */
function wrongCalls(tool: ToolFunction): Refused[] {
  const { properties, required } = tool.function.parameters;
  const method = tool.function.name.split(".")[1] ?? "";
  const right = Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {}, true)]));
  const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
  return [
    [method, { ...right, surplus: 1 }, /surplus/],
    ...required.map((name): Refused => [method, without(name), new RegExp(`needs the argument '${name}'`)]),
    ...Object.entries(properties).map(
      ([name, schema]): Refused => [
        method,
        { ...right, [name]: sample(schema, false) },
        new RegExp(`${name} is \\{'no': 'such value'\\}, which is not allowed`),
      ],
    ),
  ];
}

describe.each(["calc", "writer"] as const)("the tools of %s", (app) => {
  const desktop = useToolDesktop(app);
  const tools = TOOL_REGISTRY[app] ?? [];

  test("are those of the registry, with the same arguments and defaults", async () => {
    const toolClass = app === "calc" ? "CalcTools" : "WriterTools";
    const result = await desktop.desktop.execute({
      id: "describe",
      command: ["python3", "-m", "deskrl_guest.tools.describe", toolClass],
    });
    expect(result).toMatchObject({ outcome: "ok", exitCode: 0 });
    expect(JSON.parse(result.stdout)).toEqual(tools);
  });

  test("refuse unknown, missing and mistyped arguments", async () => {
    for (const [method, args, says] of tools.flatMap(wrongCalls)) {
      const refusal = await desktop.refusal(method, args);
      expect(refusal.code, `${method} ${JSON.stringify(args)}: ${refusal.text}`).toBe(
        "tool_arguments_invalid",
      );
      expect(refusal.text).toMatch(says);
    }
  });

  test("say which methods there are when one is not", async () => {
    const refusal = await desktop.refusal("no_such_method", {});
    expect(refusal).toMatchObject({ code: "tool_arguments_invalid", text: expect.stringContaining("save") });
  });

  test("say that no document is open", async () => {
    const refusal = await desktop.refusal("save", {});
    expect(refusal).toMatchObject({ code: "action_failed", text: expect.stringMatching(/No .* is open/) });
  });
});

describe("Calc tools refuse what the workbook does not have, and leave it as it was", () => {
  const calc = useToolDesktop("calc");
  const invalid: Refused[] = [
    ["set_cell_value", { cell: "A0", value: 1 }, /cell is 'A0'/],
    ["set_cell_value", { cell: "A1:B2", value: 1 }, /one cell/],
    ["set_cell_value", { cell: "XFE1", value: 1 }, /ends at XFD1048576/],
    ["set_cell_value", { cell: "Nope.A1", value: 1 }, /Data, Other/],
    ["get_column_data", { column_name: "Price" }, /A \(Name\), B \(Qty\), C \(Region\)/],
    ["set_column_values", { column_name: "A", data: [1, 2], start_index: 1_048_576 }, /leaves room/],
    ["sort_column", { column_name: "A", start_index: 9 }, /from 1 to 4/],
    ["transpose_range", { source_range: "A1:C4", target_cell: "XFC1" }, /target_cell/],
    ["highlight_range", { range_str: "A1", color: "reddish" }, /'#RRGGBB'/],
    ["format_range", { range_str: "A1" }, /at least one/],
    ["merge_cells", { range_str: "B2" }, /at least two cells/],
    ["set_number_format", { range_str: "A1", format_type: "date", decimal_places: 2 }, /no decimal places/],
    ["adjust_column_width", { columns: "A:1", width: 5 }, /'B' or 'A:C'/],
    ["adjust_column_width", { columns: "A" }, /width or autofit/],
    ["adjust_row_height", { rows: "0", height: 5 }, /row numbers/],
    ["reorder_columns", { column_order: ["A", "Name"] }, /twice/],
    ["rename_sheet", { old_name: "Nope", new_name: "X" }, /Data, Other/],
    ["rename_sheet", { old_name: "Data", new_name: "a/b" }, /without/],
    ["rename_sheet", { old_name: "Data", new_name: "other" }, /no other sheet has/],
    ["copy_sheet", { source_sheet: "Data", new_sheet_name: "x".repeat(32) }, /31 characters/],
    ["reorder_sheets", { sheet_name: "Data", position: 2 }, /0 to 1/],
    ["set_validation_list", { column_name: "A", values: ["a,b"] }, /without commas/],
    ["create_chart", { chart_type: "pie", data_range: "A1:B4", x_axis_title: "X" }, /no axes/],
    [
      "create_pivot_table",
      { source_sheet: "Data", table_name: "P", row_fields: ["A"], value_fields: ["B"] },
      /outside the data/,
    ],
    ["export_to_pdf", { sheets: ["Nope"] }, /sheets\[0\] is 'Nope'/],
    ["export_to_pdf", { file_path: "/no/such/folder/x.pdf" }, /folder that exists/],
    ["set_zoom_level", { zoom_percentage: 5 }, /20 to 400/],
  ];
  const failed: Refused[] = [
    ["set_chart_legend_position", { position: "top" }, /has no chart/],
    ["create_chart", { chart_type: "line", data_range: "H1:I9" }, /is empty/],
    ["transpose_range", { source_range: "H1:I9", target_cell: "K1" }, /is empty/],
  ];

  test("each with the argument, the value and what is allowed", async () => {
    const path = await calc.open(await workbookFile({ Data: FRUIT, Other: [["x"]] }));
    for (const [code, calls] of [
      ["tool_arguments_invalid", invalid],
      ["action_failed", failed],
    ] as const) {
      for (const [method, args, says] of calls) {
        const refusal = await calc.refusal(method, args);
        expect(refusal, `${method} ${JSON.stringify(args)}`).toMatchObject({ code });
        expect(refusal.text).toMatch(says);
      }
    }
    const sheet = await readSheet(await calc.save(path));
    expect(["A", "B", "C"].map((letters) => columnValues(sheet, letters))).toEqual([
      ["Name", "pear", "apple", "fig"],
      ["Qty", 3, 12, 7],
      ["Region", "north", "south", "north"],
    ]);
  });
});

describe("Writer tools refuse what the document does not have, and leave it as it was", () => {
  const writer = useToolDesktop("writer");
  const calls: Refused[] = [
    ["set_color", { pattern: "(", color: "red" }, /regular expression/],
    ["set_color", { pattern: "a", color: "#12" }, /'#RRGGBB'/],
    ["set_strikethrough", { pattern: "a", paragraph_indices: [2] }, /0 to 1/],
    ["set_strikethrough", { pattern: "a", paragraph_indices: [-1] }, /paragraph_indices\[0\] is -1/],
    ["find_and_replace", { pattern: "a", replacement: "\\1" }, /groups of the pattern/],
    ["change_text_case", { case_type: "camel", pattern: "a" }, /'lowercase'/],
    ["set_line_spacing", { spacing_value: 0 }, /0.25 to 10/],
    ["insert_image_at_cursor", { image_path: "/no/such.png" }, /exists/],
    ["insert_image_at_cursor", { image_path: "/etc/hostname" }, /holds an image/],
    ["find_highlighted_text", { highlight_color: "reddish" }, /'#RRGGBB'/],
    ["export_to_pdf", { output_filename: "a/b" }, /without folders/],
    ["export_to_pdf", { output_path: "/no/such" }, /folder that exists/],
    ["add_page_numbers", { position: "middle" }, /'bottom_left'/],
  ];

  test("each with the argument, the value and what is allowed", async () => {
    const path = await writer.open(wordFile(paragraph(run("a line")), paragraph(run("and another"))));
    for (const [method, args, says] of calls) {
      const refusal = await writer.refusal(method, args);
      expect(refusal.code, `${method} ${JSON.stringify(args)}`).toBe("tool_arguments_invalid");
      expect(refusal.text).toMatch(says);
    }
    const saved = readParagraphs(await writer.save(path));
    expect(saved.map((item) => item.text)).toEqual(["a line", "and another"]);
  });
});
