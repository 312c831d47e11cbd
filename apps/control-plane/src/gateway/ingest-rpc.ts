import { ingestJournal } from "@deskrl/core";
import type { IngestRequest } from "@deskrl/protocol/worker-gateway";
import { parseJson } from "../lib/parse-json.ts";
import type { GatewayContext } from "./gateway-context.ts";

/** Stores a worker's journal and says what of it is durable. */
export async function serveIngest(gateway: GatewayContext, { workerId, entries }: IngestRequest) {
  const { stored, rejected } = await ingestJournal(gateway.core, {
    workerId,
    entries: entries.map(({ episodeId, epoch, index, recordJson }) => ({
      episodeId,
      epoch: Number(epoch),
      index,
      record: parseJson(recordJson),
    })),
  });
  gateway.metrics.ingested.inc({ outcome: "rejected" }, rejected.length);
  gateway.metrics.ingested.inc({ outcome: "taken" }, entries.length - rejected.length);
  for (const entry of rejected) gateway.log.warn({ workerId, ...entry }, "journal entry rejected");
  return { stored, rejected };
}
