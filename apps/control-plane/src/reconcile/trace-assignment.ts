import type { AssignedEpisode } from "@deskrl/core";
import { formatTraceparent } from "@deskrl/protocol";
import { isSpanContextValid, ROOT_CONTEXT, type Tracer, trace } from "@opentelemetry/api";

/**
 * Begins an episode's trace: a span `episode` from when it was queued until it was handed over, with the wait in the
 * queue below it. What the worker does with it hangs below the same span.
 * @returns the `traceparent` for the worker; null where nobody traces
 */
export function traceAssignment(
  tracer: Tracer,
  { episodeId, epoch, workerId, environmentId, runId, queuedAt, assignment }: AssignedEpisode,
): string | null {
  const attributes = {
    ...{ "deskrl.run": runId, "deskrl.episode": episodeId, "deskrl.epoch": epoch },
    ...{ "deskrl.worker": workerId, "deskrl.environment": environmentId },
    ...{ "deskrl.task": assignment.task.id, "deskrl.policy": assignment.policy },
  };
  const root = tracer.startSpan("episode", { startTime: queuedAt, attributes, root: true });
  const queued = trace.setSpan(ROOT_CONTEXT, root);
  tracer.startSpan("queue", { startTime: queuedAt, attributes }, queued).end();
  root.end();
  const point = root.spanContext();
  return isSpanContextValid(point) ? formatTraceparent(point) : null;
}
