export * from "./append-metric-points.ts";
export * from "./create-external-run.ts";
export * from "./export-metrics-csv.ts";
export * from "./ingest-metrics.ts";
export * from "./metric-names.ts";
export * from "./metric-series.ts";
export type { Pause, Resume } from "./phase-gaps.ts";
