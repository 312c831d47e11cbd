export * from "./append-metric-points.ts";
export * from "./metric-names.ts";
export * from "./metric-series.ts";
