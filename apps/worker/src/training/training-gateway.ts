import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { AppError, PhaseDesiredState } from "@deskrl/domain";
import { TrainerJob } from "@deskrl/protocol";
import type { GatewayClient } from "../gateway/gateway-client.ts";

export interface LeasedJob {
  /** With hashes where the trainer has paths. */
  job: TrainerJob;
  epoch: bigint;
  leaseTtlMs: number;
}

export interface ReportAnswer {
  storedReports: number;
  desiredState: PhaseDesiredState;
  fenced: boolean;
}

/** The control plane, as trainers' jobs need it. Every call may be made again. */
export interface TrainingGateway {
  /** Waits a while for a job; null when none came. */
  lease(signal: AbortSignal): Promise<LeasedJob | null>;
  /** @throws AppError `invalid_input` for messages that can never be taken */
  report(lease: { jobId: string; epoch: bigint; messagesJson: string[] }): Promise<ReportAnswer>;
  download(hash: string, path: string, signal: AbortSignal): Promise<void>;
  upload(file: { path: string; hash: string }, signal: AbortSignal): Promise<void>;
}

const TIMEOUTS = { leaseMs: 30_000, reportMs: 30_000, blobMs: 300_000 };
const CHUNK_BYTES = 256 * 1024;
const MEDIA_TYPE = "application/octet-stream";

/** Over gRPC. */
export function createTrainingGateway(client: GatewayClient, workerId: string): TrainingGateway {
  return {
    async lease(signal) {
      const answer = await client.leaseTrainingJob({ workerId }, { timeoutMs: TIMEOUTS.leaseMs, signal });
      if (!answer.jobId) return null;
      const { epoch, leaseTtlMs } = answer;
      return { job: TrainerJob.parse(JSON.parse(answer.jobJson)), epoch, leaseTtlMs };
    },
    async report({ jobId, epoch, messagesJson }) {
      try {
        const request = { workerId, jobId, epoch, messagesJson };
        const answer = await client.reportTraining(request, { timeoutMs: TIMEOUTS.reportMs });
        const { storedReports, fenced } = answer;
        return { storedReports, fenced, desiredState: PhaseDesiredState.parse(answer.desiredState) };
      } catch (error) {
        if (!(error instanceof ConnectError) || error.code !== Code.InvalidArgument) throw error;
        throw new AppError("invalid_input", error.rawMessage, { where: "ReportTraining", cause: error });
      }
    },
    async download(hash, path, signal) {
      const chunks = client.getBlob({ hash }, { timeoutMs: TIMEOUTS.blobMs, signal });
      await pipeline(bytesOf(chunks), createWriteStream(path));
    },
    async upload({ path, hash }, signal) {
      await client.putLargeBlob(chunksOf(path, hash), { timeoutMs: TIMEOUTS.blobMs, signal });
    },
  };
}

async function* bytesOf(chunks: AsyncIterable<{ data: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { data } of chunks) yield data;
}

async function* chunksOf(path: string, hash: string) {
  yield { hash, mediaType: MEDIA_TYPE, data: new Uint8Array() };
  for await (const data of createReadStream(path, { highWaterMark: CHUNK_BYTES })) yield { data };
}
