import { Code, ConnectError } from "@connectrpc/connect";
import { AppError } from "@deskrl/domain";
import type { IngestTarget } from "../journal/uploader.ts";
import type { GatewayClient } from "./gateway-client.ts";

const TIMEOUT_MS = 30_000;

/** Failures of the control plane itself carry its own code; a message that is larger than it takes carries none. */
function isOurFault({ code, metadata }: ConnectError): boolean {
  return code === Code.InvalidArgument || (code === Code.ResourceExhausted && !metadata.has("deskrl-code"));
}

/** Delivers journals over gRPC. A request that can never be taken is `invalid_input`; all else is worth another try. */
export function createIngestTarget(client: GatewayClient, workerId: string): IngestTarget {
  return {
    async putBlob(blob) {
      await client.putBlob(blob, { timeoutMs: TIMEOUT_MS });
    },
    async ingest(entries) {
      try {
        const { stored, rejected } = await client.ingest({ workerId, entries }, { timeoutMs: TIMEOUT_MS });
        return { stored, rejected };
      } catch (error) {
        if (!(error instanceof ConnectError) || !isOurFault(error)) throw error;
        throw new AppError("invalid_input", error.rawMessage, { where: "Ingest", cause: error });
      }
    },
  };
}
