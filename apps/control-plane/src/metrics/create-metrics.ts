import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** Instruments of this process. Labels have few values each, none of them an id or a text from outside. */
export type Metrics = ReturnType<typeof createMetrics>;

/** A registry of its own, so that tests and several servers in one process do not share numbers. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "deskrl_" });
  return {
    registry,
    httpSeconds: new Histogram({
      ...{ name: "deskrl_http_request_seconds", help: "Time to answer an HTTP request", registers },
      ...{ labelNames: ["route", "status"] as const, buckets: SECONDS },
    }),
    trpcSeconds: new Histogram({
      ...{ name: "deskrl_trpc_call_seconds", help: "Time to carry out a tRPC procedure", registers },
      ...{ labelNames: ["procedure", "outcome"] as const, buckets: SECONDS },
    }),
    grpcSeconds: new Histogram({
      ...{ name: "deskrl_grpc_call_seconds", help: "Time of a unary gRPC call of a worker", registers },
      ...{ labelNames: ["method", "code"] as const, buckets: SECONDS },
    }),
    ingested: new Counter({
      ...{ name: "deskrl_ingested_entries_total", help: "Entries of workers' journals", registers },
      labelNames: ["outcome"] as const,
    }),
    episodesFinished: new Counter({
      name: "deskrl_episodes_finished_total",
      help: "Episodes of evaluations that ended since this process started, by verdict and cause",
      labelNames: ["verdict", "cause"] as const,
      registers,
    }),
    grpcStreams: gauge(registry, "deskrl_grpc_streams", "Open streams of workers", ["kind"]),
    sockets: gauge(registry, "deskrl_push_sockets", "Browsers connected for push", []),
    eventsLag: gauge(registry, "deskrl_events_lag", "Events stored and not handed out here yet", []),
    leading: gauge(registry, "deskrl_leading", "1 while this control plane leads", []),
    workers: gauge(registry, "deskrl_workers", "Workers", ["state", "desired"]),
    desktops: gauge(registry, "deskrl_desktops", "Desktops that are not stopped", ["state", "provider"]),
    episodes: gauge(registry, "deskrl_episodes", "Episodes that are not finished", ["state"]),
    jobs: gauge(registry, "deskrl_training_jobs", "Training jobs that are not over", ["state"]),
    expiredLeases: gauge(registry, "deskrl_leases_expired", "Leases that ran out and still stand", []),
    journalBacklog: gauge(registry, "deskrl_journal_backlog", "Journal entries not delivered yet", []),
    gaugesUp: gauge(registry, "deskrl_database_up", "1 when the numbers from the database are fresh", []),
    loopSuccess: gauge(
      registry,
      "deskrl_loop_last_success_timestamp_seconds",
      "When a loop's turn last ended well",
      ["loop"],
    ),
    loopDuration: gauge(registry, "deskrl_loop_duration_seconds", "Time of a loop's latest turn", ["loop"]),
    loopState: gauge(registry, "deskrl_loop_state", "1 for the state that a loop is in", ["loop", "state"]),
    blobBytes: gauge(registry, "deskrl_blob_bytes", "Bytes in the blob store at the last sweep", []),
    blobs: gauge(registry, "deskrl_blobs", "Blobs in the store at the last sweep", []),
    diskFree: gauge(registry, "deskrl_data_disk_free_bytes", "Bytes free on the data folder's disk", []),
  };
}

function gauge<Label extends string>(registry: Registry, name: string, help: string, labelNames: Label[]) {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}
