import type { MetricType } from "./metric-type.ts";
import { checkIncludeExclude, checkList, exactMatch, fuzzyMatch } from "./text.ts";

/** Evaluator functions by the names OSWorld gives them; `check_*` for cells, documents, slides and files are ours. */
export const METRIC_TYPES: ReadonlyMap<string, MetricType> = new Map([
  ["exact_match", exactMatch],
  ["fuzzy_match", fuzzyMatch],
  ["check_include_exclude", checkIncludeExclude],
  ["check_list", checkList],
]);
