import { z } from "zod";
import type { ChartFacts } from "../../documents/sheet-extras.ts";
import type { SheetFacts } from "../../documents/workbook.ts";

/** A chart that a sheet must have. */
export const ChartRule = z.strictObject({
  type: z.string().optional(),
  title: z.string().optional(),
  legend: z.enum(["t", "b", "l", "r"]).nullable().optional(),
  axis_titles: z.array(z.string()).optional(),
  /** Ranges that its series must be drawn from, without sheet names and `$`. */
  sources: z.array(z.string()).optional(),
});
export type ChartRule = z.infer<typeof ChartRule>;

function faultsOf(chart: ChartFacts, rule: ChartRule, sheet: string): string[] {
  const faults: string[] = [];
  const compare = (what: string, found: string | null, asked: string | null | undefined) => {
    if (asked !== undefined && found !== asked) {
      faults.push(`the chart on ${sheet} has ${what} ${found || "none"}; expected ${asked ?? "none"}`);
    }
  };
  compare("type", chart.type, rule.type);
  compare("title", chart.title, rule.title);
  compare("legend position", chart.legend, rule.legend);
  for (const title of rule.axis_titles ?? []) {
    if (!chart.axisTitles.includes(title)) faults.push(`the chart on ${sheet} has no axis titled ${title}`);
  }
  const sources = chart.sources.map((source) => source.replace(/^.*!/, "").replaceAll("$", ""));
  for (const source of rule.sources ?? []) {
    if (!sources.includes(source)) {
      faults.push(
        `no series of the chart on ${sheet} is drawn from ${source}, only from ${sources.join(", ")}`,
      );
    }
  }
  return faults;
}

/** Nothing when some chart of the sheet is as asked, else what is wrong with the one that comes closest. */
export function chartFaults(sheet: SheetFacts, rule: ChartRule): string[] {
  const tries = sheet.charts.map((chart) => faultsOf(chart, rule, sheet.name));
  const best = tries.sort((a, b) => a.length - b.length)[0];
  return best ?? [`there is no chart on ${sheet.name}`];
}
