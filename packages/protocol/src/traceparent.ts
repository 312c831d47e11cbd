/** Where in a trace something happens, as OpenTelemetry has it. */
export interface TracePoint {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** All zeros is how "none" is written. */
const NONE = /^0+$/;

/** As the W3C's `traceparent` header has it. */
export function formatTraceparent({ traceId, spanId, traceFlags }: TracePoint): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}

/** Null for what is no `traceparent`, so that a trace that cannot be followed costs nothing else. */
export function parseTraceparent(text: string | undefined): TracePoint | null {
  const [, traceId = "", spanId = "", flags = ""] = FORM.exec(text ?? "") ?? [];
  if (!traceId || NONE.test(traceId) || NONE.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
