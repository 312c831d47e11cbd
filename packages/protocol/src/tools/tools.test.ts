import { describe, expect, test } from "vitest";
import { TOOL_REGISTRY } from "./index.ts";

/** The application interfaces of the paper, `?` for what may be left out. */
const SIGNATURES = {
  calc: `get_workbook_info() save() get_column_data(column_name) switch_active_sheet(sheet_name)
    set_column_values(column_name,data,start_index?) highlight_range(range_str,color?)
    transpose_range(source_range,target_cell) export_to_csv() sort_column(column_name,ascending?,start_index?)
    set_validation_list(column_name,values) hide_row_data(value?) reorder_columns(column_order)
    create_pivot_table(source_sheet,table_name,row_fields?,col_fields?,value_fields,aggregation_function?,target_cell?)
    merge_cells(range_str) set_cell_value(cell,value)
    format_range(range_str,background_color?,font_color?,bold?,alignment?)
    create_chart(chart_type,data_range,title?,x_axis_title?,y_axis_title?) freeze_panes(rows?,columns?)
    rename_sheet(old_name,new_name) copy_sheet(source_sheet,new_sheet_name?) reorder_sheets(sheet_name,position)
    set_chart_legend_position(position) set_number_format(range_str,format_type,decimal_places?)
    adjust_column_width(columns,width?,autofit?) adjust_row_height(rows,height?,autofit?)
    export_to_pdf(file_path?,sheets?,open_after_export?) set_zoom_level(zoom_percentage)`,
  writer: `save() write_text(text,bold?,italic?,size?) set_color(pattern,color,paragraph_indices?)
    find_and_replace(pattern,replacement,paragraph_indices?) set_font(font_name,paragraph_indices?)
    set_line_spacing(spacing_value,paragraph_indices?) remove_highlighting(paragraph_indices?)
    find_highlighted_text(highlight_color) insert_formula_at_cursor(formula)
    insert_image_at_cursor(image_path,width?,height?) set_strikethrough(pattern,paragraph_indices?)
    set_font_size(font_size,pattern,paragraph_indices?)
    export_to_pdf(output_path?,output_filename?,include_comments?,quality?)
    set_paragraph_alignment(alignment,paragraph_indices?) capitalize_words(paragraph_indices?)
    set_default_font(font_name,font_size?) add_page_numbers(position,start_number?,format?)
    insert_page_break(position?) change_text_case(case_type,pattern,paragraph_indices?)`,
};

describe("tool registry", () => {
  test.each(Object.entries(SIGNATURES))("offers the paper's tools of %s and no others", (app, text) => {
    const offered = (TOOL_REGISTRY[app] ?? []).map(({ function: { name, parameters } }) => {
      const names = Object.keys(parameters.properties);
      const shown = names.map((key) => (parameters.required.includes(key) ? key : `${key}?`));
      return `${name.split(".")[1]}(${shown.join(",")})`;
    });
    expect(offered.sort()).toEqual(text.split(/\s+(?=[a-z_]+\()/).sort());
  });

  test("every tool and argument is described, and every optional value names its kind", () => {
    for (const { function: tool } of Object.values(TOOL_REGISTRY).flat()) {
      expect(tool.description.length, tool.name).toBeGreaterThan(10);
      for (const [key, schema] of Object.entries(tool.parameters.properties)) {
        expect(schema.description, `${tool.name} ${key}`).toMatch(/\w.*\./s);
        expect(schema.type, `${tool.name} ${key}`).toBeDefined();
      }
    }
  });
});
