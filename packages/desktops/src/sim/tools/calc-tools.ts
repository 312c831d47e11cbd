import type { CalcApp } from "../apps/calc/calc-app.ts";
import { CALC_CELL_TOOLS } from "./calc-cell-tools.ts";
import { CALC_FORMAT_TOOLS } from "./calc-format-tools.ts";
import { CALC_SHEET_TOOLS } from "./calc-sheet-tools.ts";

/** Carries out a tool with checked arguments; its answer is what a real desktop says. */
export type CalcTool = (app: CalcApp, args: Record<string, unknown>) => string;

/** The subset of CalcTools that a simulated desktop carries out, by method. */
export const CALC_TOOLS: Readonly<Record<string, CalcTool>> = {
  ...CALC_SHEET_TOOLS,
  ...CALC_CELL_TOOLS,
  ...CALC_FORMAT_TOOLS,
};
