import { checkCells } from "./cells/check-cells.ts";
import { compareSpreadsheet } from "./cells/compare-spreadsheet.ts";
import { compareTable } from "./cells/compare-table.ts";
import { checkCsv, compareCsv } from "./csv.ts";
import { checkDocument } from "./document/check-document.ts";
import { compareDocxFiles } from "./document/compare-docx-files.ts";
import { checkFiles } from "./files.ts";
import { checkDirectJsonObject } from "./json.ts";
import type { MetricType } from "./metric-type.ts";
import { checkPdf, comparePdfs } from "./pdf.ts";
import { checkSlides } from "./slides/check-slides.ts";
import { comparePptxFiles } from "./slides/compare-pptx-files.ts";
import { checkIncludeExclude, checkList, exactMatch, fuzzyMatch } from "./text.ts";
import { checkTextFile, compareTextFile } from "./text-file.ts";

/** Evaluator functions by the names OSWorld gives them where it has the same thing. */
export const METRIC_TYPES: ReadonlyMap<string, MetricType> = new Map([
  ["exact_match", exactMatch],
  ["fuzzy_match", fuzzyMatch],
  ["check_include_exclude", checkIncludeExclude],
  ["check_list", checkList],
  ["check_direct_json_object", checkDirectJsonObject],
  ["compare_table", compareTable],
  ["compare_spreadsheet", compareSpreadsheet],
  ["compare_csv", compareCsv],
  ["compare_docx_files", compareDocxFiles],
  ["compare_pptx_files", comparePptxFiles],
  ["compare_pdfs", comparePdfs],
  ["compare_text_file", compareTextFile],
  ["check_cells", checkCells],
  ["check_csv", checkCsv],
  ["check_document", checkDocument],
  ["check_slides", checkSlides],
  ["check_files", checkFiles],
  ["check_text_file", checkTextFile],
  ["check_pdf", checkPdf],
]);
