import { type Tracer, trace } from "@opentelemetry/api";

export interface Tracing {
  tracer: Tracer;
  /** Sends what is still here. */
  stop(): Promise<void>;
}

const NAME = "deskrl-control-plane";

/**
 * Sends spans to a collector that speaks OTLP over HTTP, where one is named; otherwise they cost nothing and go nowhere.
 * @param endpoint such as `http://127.0.0.1:4318`
 */
export async function startTracing(options: {
  endpoint: string | undefined;
  instanceId: string;
  version: string;
}): Promise<Tracing> {
  const { endpoint, instanceId, version } = options;
  if (!endpoint) return { tracer: trace.getTracer(NAME), stop: async () => {} };
  // Only then, since it takes a while to load.
  const [{ BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": NAME,
      "service.version": version,
      "service.instance.id": instanceId,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return { tracer: provider.getTracer(NAME, version), stop: () => provider.shutdown() };
}
