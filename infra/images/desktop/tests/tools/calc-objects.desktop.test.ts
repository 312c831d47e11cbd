import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { onlyPart, packageParts, partNames } from "./package-parts.ts";
import { useToolDesktop } from "./tool-desktop.ts";
import { FRUIT, workbookFile } from "./workbook.ts";

describe("Calc tools that make charts, pivot tables and other files", () => {
  const calc = useToolDesktop("calc");
  const openFruit = async () => calc.open(await workbookFile({ Data: FRUIT, Other: [["only here", 5]] }));
  const pdfText = async (path: string) => {
    const document = await getDocumentProxy(await calc.desktop.files.read(path));
    return (await extractText(document, { mergePages: true })).text;
  };

  const chartOf = (bytes: Uint8Array) => onlyPart(bytes, /^xl\/charts\/chart\d+\.xml$/);

  test("create_chart makes each kind of chart of the data", async () => {
    const path = await openFruit();
    const marks = {
      column: '<c:barDir val="col"/>',
      bar: '<c:barDir val="bar"/>',
      line: "<c:lineChart>",
      pie: "<c:pieChart>",
      scatter: "<c:scatterChart>",
      area: "<c:areaChart>",
    };
    for (const chart_type of Object.keys(marks)) {
      await calc.call("create_chart", { chart_type, data_range: "A1:B4", title: `A ${chart_type} chart` });
    }
    const parts = packageParts(await calc.save(path));
    for (const [kind, mark] of Object.entries(marks)) {
      const chart = Object.values(parts).find((part) => part.includes(`A ${kind} chart`));
      expect(chart, kind).toContain(mark);
      expect(chart, kind).toContain("<c:f>Data!$B$2:$B$4</c:f>");
      expect(chart, kind).toContain("<c:f>Data!$A$2:$A$4</c:f>");
      expect(chart, kind).toContain("<c:f>Data!$B$1</c:f>");
    }
  });

  test("create_chart titles the axes and takes several ranges", async () => {
    const path = await openFruit();
    await calc.call("create_chart", {
      chart_type: "column",
      data_range: "A1:A4,B1:B4",
      x_axis_title: "Kind of fruit",
      y_axis_title: "Pieces",
    });
    const chart = chartOf(await calc.save(path));
    expect(chart).toContain("Kind of fruit");
    expect(chart).toContain("Pieces");
    expect(chart).toContain("<c:f>Data!$B$2:$B$4</c:f>");
  });

  test("set_chart_legend_position places or hides the legend", async () => {
    const path = await openFruit();
    await calc.call("create_chart", { chart_type: "line", data_range: "A1:B4" });
    const marks = { top: "t", bottom: "b", left: "l", right: "r", none: undefined };
    for (const [position, mark] of Object.entries(marks)) {
      await calc.call("set_chart_legend_position", { position });
      expect(/<c:legendPos val="(\w)"/.exec(chartOf(await calc.save(path)))?.[1], position).toBe(mark);
    }
  });

  test("create_pivot_table groups by a field and sums another", async () => {
    const path = await openFruit();
    await calc.call("switch_active_sheet", { sheet_name: "Pivot" });
    const answer = await calc.call("create_pivot_table", {
      source_sheet: "Data",
      table_name: "ByRegion",
      row_fields: ["Region"],
      value_fields: ["Qty"],
    });
    expect(answer).toContain("Pivot.A1:B4");
    const rows = JSON.parse(await calc.call("get_column_data", { column_name: "B" }));
    expect(rows.slice(1)).toEqual([10, 12, 22]);
    const saved = await calc.save(path);
    const table = onlyPart(saved, /^xl\/pivotTables\/pivotTable\d+\.xml$/);
    expect(table).toContain('name="ByRegion"');
    expect(table).toMatch(/<rowFields count="1"><field x="2"\/>/);
    expect(table).toMatch(/<dataField [^>]*fld="1" subtotal="sum"/);
  });

  test("create_pivot_table crosses two fields, counts, and averages", async () => {
    const path = await openFruit();
    const base = { source_sheet: "Data", col_fields: ["C"], row_fields: ["A"], value_fields: ["B"] };
    await calc.call("create_pivot_table", {
      ...base,
      table_name: "Cross",
      aggregation_function: "average",
      target_cell: "F1",
    });
    await calc.call("create_pivot_table", {
      source_sheet: "Data",
      table_name: "Counts",
      row_fields: ["Region"],
      value_fields: ["Region"],
      aggregation_function: "count",
      target_cell: "F20",
    });
    const saved = await calc.save(path);
    expect(partNames(saved, /^xl\/pivotTables\/pivotTable\d+\.xml$/)).toHaveLength(2);
    const tables = Object.entries(packageParts(saved)).filter(([name]) => /pivotTable\d+\.xml$/.test(name));
    expect(tables.map(([, xml]) => /name="(Cross|Counts)"/.exec(xml)?.[1]).sort()).toEqual([
      "Counts",
      "Cross",
    ]);
    const column = JSON.parse(await calc.call("get_column_data", { column_name: "G" }));
    expect(column.slice(20)).toEqual([2, 1, 3]);
  });

  test("export_to_csv writes the active sheet beside the workbook", async () => {
    const path = await openFruit();
    await calc.call("switch_active_sheet", { sheet_name: "Other" });
    await calc.call("set_cell_value", { cell: "A2", value: 'a "quoted", one' });
    const answer = await calc.call("export_to_csv");
    const csvPath = path.replace(/xlsx$/, "csv");
    expect(answer).toContain(csvPath);
    const text = new TextDecoder().decode(await calc.desktop.files.read(csvPath));
    expect(text).toBe('only here,5\n"a ""quoted"", one",\n');
  });

  test("export_to_pdf exports all sheets, or those that are named", async () => {
    const path = await openFruit();
    await calc.call("export_to_pdf");
    expect(await pdfText(path.replace(/xlsx$/, "pdf"))).toMatch(/apple[\s\S]*only here/);
    await calc.call("export_to_pdf", { file_path: "/home/user/Desktop/one.pdf", sheets: ["Other"] });
    const one = await pdfText("/home/user/Desktop/one.pdf");
    expect(one).toContain("only here");
    expect(one).not.toContain("apple");
  });
});
