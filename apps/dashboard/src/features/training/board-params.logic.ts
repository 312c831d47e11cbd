import { X_KINDS } from "@deskrl/ui";
import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const TABS = [
  "charts",
  "live",
  "trajectories",
  "groups",
  "versions",
  "arms",
  "data",
  "config",
  "events",
] as const;
export type Tab = (typeof TABS)[number];

const words = parseAsArrayOf(parseAsString).withDefault([]);

/** What of the page of a training run is in its address: one link shows another person the same picture. */
export const boardParsers = {
  tab: parseAsStringLiteral(TABS).withDefault("charts"),
  /** The branch whose phases stand behind the curves and whose buttons are shown; empty for the first. */
  branch: parseAsString.withDefault(""),
  x: parseAsStringLiteral(X_KINDS).withDefault("step"),
  /** From and to, in units of the axis. */
  zoom: parseAsArrayOf(parseAsFloat).withDefault([]),
  /** Window in steps; 0 for none. */
  smooth: parseAsInteger.withDefault(5),
  /** Panels with a logarithmic axis. */
  log: words,
  /** Branches that are not drawn. */
  hide: words,
  /** Further runs drawn over this one. */
  with: words,
  /** Metrics shown besides the usual panels. */
  more: words,
};
export type BoardParams = inferParserType<typeof boardParsers>;

const serialize = createSerializer(boardParsers);

/** The address of a run's page with some of its state. */
export function runHref(id: string, params: Partial<BoardParams> = {}): string {
  return serialize(`/runs/${id}`, params);
}

/** The zoom of the address; null when there is none or it is no range. */
export function zoomOf({ zoom }: Pick<BoardParams, "zoom">): readonly [number, number] | null {
  const [from, to] = zoom;
  return from !== undefined && to !== undefined && to > from ? [from, to] : null;
}

/** Windows to choose from, on a scale that doubles; any other can be typed. */
export const SMOOTHING_STEPS = [0, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** A window as typed: a whole number of steps, at least 0; null for anything else. */
export function parseSmoothing(text: string): number | null {
  const value = Number(text);
  return text.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= 1_000_000 ? value : null;
}
