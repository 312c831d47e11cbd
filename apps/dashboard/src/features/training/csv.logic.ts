import type { XKind } from "@deskrl/ui";

/** The address of the CSV that says what a panel shows: the same curves, range, sampling, smoothing and axis. */
export function csvHref(options: {
  runId: string;
  input: {
    runIds: readonly string[];
    names: readonly string[];
    branchIds?: readonly string[];
    fromStep?: number;
    toStep?: number;
    maxPoints: number;
    smoothing: number;
  };
  x: XKind;
}): string {
  const { runId, input, x } = options;
  const search = new URLSearchParams({ names: input.names.join(","), x, smoothing: String(input.smoothing) });
  if (input.runIds.length > 1) search.set("runs", input.runIds.join(","));
  if (input.branchIds) search.set("branches", input.branchIds.join(","));
  if (input.fromStep !== undefined) search.set("fromStep", String(input.fromStep));
  if (input.toStep !== undefined) search.set("toStep", String(input.toStep));
  search.set("maxPoints", String(input.maxPoints));
  return `/api/v1/runs/${encodeURIComponent(runId)}/metrics.csv?${search}`;
}
