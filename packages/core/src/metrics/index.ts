export * from "./append-metric-points.ts";
export * from "./metric-names.ts";
export * from "./metric-series.ts";
export type { Pause, Resume } from "./phase-gaps.ts";
