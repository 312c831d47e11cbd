import type { AccessibilityRow, Window } from "@deskrl/domain";
import {
  type CandidateList,
  coordinateOf,
  type EnumerationContext,
  isNamed,
  isPartlyNamed,
  mentionOf,
} from "../builder.ts";
import type { Argument } from "../types.ts";
import { cellsOf, columnsOf } from "./tools.ts";

/** Elements that bear an application's own words; others bear words of documents. */
const STATIC_ROLES = new Set(["push-button"]);
const MOST_ENTRIES = 14;

/** Clicks on what can be clicked: controls, cells, paragraphs, files. */
export function addClicks(context: EnumerationContext, list: CandidateList): void {
  for (const row of context.screen.controls) {
    if (STATIC_ROLES.has(row.role)) addStatic(context, list, row);
    else addNamed(context, list, row);
  }
  for (const field of context.screen.fields) {
    addClick(context, list, { row: field, kind: `click ${field.role} ${field.name}` });
  }
  addEntries(context, list);
  addCells(context, list);
  addParagraphs(context, list);
}

interface ClickSpec {
  row: AccessibilityRow;
  kind: string;
  features?: readonly string[];
  argument?: Argument;
  clicks?: number;
}

function addClick(
  context: EnumerationContext,
  list: CandidateList,
  { row, kind, features = [], argument, clicks = 1 }: ClickSpec,
): void {
  list.add({
    kind,
    family: clicks === 1 ? "click" : `click ${clicks}`,
    tool: "Agent",
    method: "click",
    args: { coordinate: coordinateOf(context, row), ...(clicks === 1 ? {} : { num_clicks: clicks }) },
    slots: argument ? [["element", argument]] : [],
    features,
  });
}

function addStatic(context: EnumerationContext, list: CandidateList, row: AccessibilityRow): void {
  const name = row.name.replace(/\s+/g, " ").replaceAll('"', "'");
  const named = isNamed(context, row.name)
    ? ["named"]
    : isPartlyNamed(context, row.name)
      ? ["partly named"]
      : [];
  addClick(context, list, { row, kind: `click ${row.role} ${name}`, features: named });
}

/** Switches, tabs, list entries and window buttons: told by whether the instruction names them. */
function addNamed(context: EnumerationContext, list: CandidateList, row: AccessibilityRow): void {
  const title = row.role === "task-button" ? row.name.replace(/ - [^-]*$/, "") : row.name;
  const mention = mentionOf(context, title);
  const named = mention !== null || isNamed(context, title);
  const state = row.text === "" || row.text.length > 12 ? [] : [`shows ${row.text}`];
  const window = row.role === "task-button" ? windowOf(context, row.name) : undefined;
  const application = window ? [`of ${window.app}`] : [];
  const features = [named ? "named" : "not named", ...state, ...application];
  addClick(context, list, {
    row,
    kind: `click ${row.role}`,
    features,
    argument: { text: title, mention },
  });
}

function windowOf({ screen }: EnumerationContext, title: string): Window | undefined {
  return screen.windows.find((window) => window.title === title);
}

function addEntries(context: EnumerationContext, list: CandidateList): void {
  const { entries } = context.screen;
  const sizes = entries.flatMap(({ size }) => (size === null ? [] : [size])).sort((a, b) => b - a);
  entries.slice(0, MOST_ENTRIES).forEach(({ row, isFolder, size }) => {
    const mention = mentionOf(context, row.name);
    const named = mention !== null || isNamed(context, row.name);
    const features = [isFolder ? "folder" : "file", named ? "named" : "not named"];
    if (size !== null && sizes.length > 1) {
      if (size === sizes[0]) features.push("largest");
      if (size === sizes.at(-1)) features.push("smallest");
    }
    const argument = { text: row.name, mention };
    addClick(context, list, { row, kind: "click icon", features, argument });
    addClick(context, list, { row, kind: "open icon", features, argument, clicks: 2 });
  });
}

/** Cells and columns that the instruction names; a range is dragged over. */
function addCells(context: EnumerationContext, list: CandidateList): void {
  const { screen, mentions } = context;
  for (const { cell, argument } of cellsOf(context)) {
    const row = screen.cellRows.get(cell);
    if (!row) continue;
    const features = [
      screen.sheet?.activeCell === cell ? "active" : "not active",
      screen.sheet?.cells.has(cell) ? "full" : "empty",
      argument.text === cell ? "by name" : "by content",
    ];
    addClick(context, list, { row, kind: "click cell", features, argument });
  }
  for (const mention of mentions) {
    if (mention.kind !== "range") continue;
    const [from = "", to = ""] = mention.text.split(":");
    const first = screen.cellRows.get(from);
    const last = screen.cellRows.get(to);
    if (!first || !last) continue;
    list.add({
      kind: "drag range",
      family: "drag",
      tool: "Agent",
      method: "drag_and_drop",
      args: {
        drag_from_coordinate: coordinateOf(context, first),
        drop_on_coordinate: coordinateOf(context, last),
      },
      slots: [["range", { text: mention.text, mention }]],
    });
  }
  // A cell below the header stands for its column.
  for (const { letter, argument } of columnsOf(context)) {
    const row = screen.cellRows.get(`${letter}2`);
    if (row) addClick(context, list, { row, kind: "click column", argument });
  }
}

/** Three clicks select a paragraph: offered for those that hold a text the instruction names. */
function addParagraphs(context: EnumerationContext, list: CandidateList): void {
  const { paragraphs } = context.screen;
  paragraphs.forEach((row, index) => {
    const mention =
      context.mentions.find(({ text, kind }) => kind === "quoted" && row.text.includes(text)) ??
      context.mentions.find(({ text, kind }) => kind === "name" && row.text.includes(text)) ??
      null;
    const edge = index === 0 ? ["first"] : index === paragraphs.length - 1 ? ["last"] : [];
    if (!mention && edge.length === 0) return;
    const features = [...edge, mention?.text === row.text ? "whole" : mention ? "holds it" : "plain"];
    const argument = { text: mention?.text ?? row.text.slice(0, 40), mention };
    addClick(context, list, { row, kind: "select paragraph", features, argument, clicks: 3 });
  });
}
