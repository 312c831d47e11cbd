import type { MessageInitShape } from "@bufbuild/protobuf";
import { AppError } from "@deskrl/domain";
import type {
  GetBlobRequest,
  GetBlobResponseSchema,
  PutLargeBlobRequest,
} from "@deskrl/protocol/worker-gateway";
import { toConnectError } from "./error-interceptor.ts";
import type { GatewayContext } from "./gateway-context.ts";

const CHUNK_BYTES = 256 * 1024;
/** Checkpoints are tens of megabytes; what is far beyond that is a mistake that must not fill the memory. */
const MAX_BLOB_BYTES = 1024 * 1024 * 1024;

/** The bytes of a blob in chunks; one empty chunk for an empty blob. */
export async function* serveGetBlob(
  { core }: GatewayContext,
  { hash }: GetBlobRequest,
): AsyncGenerator<MessageInitShape<typeof GetBlobResponseSchema>> {
  let bytes: Uint8Array;
  try {
    bytes = await core.blobs.get(hash);
  } catch (error) {
    throw toConnectError(error);
  }
  for (let at = 0; at === 0 || at < bytes.byteLength; at += CHUNK_BYTES)
    yield { data: bytes.subarray(at, at + CHUNK_BYTES) };
}

/**
 * Stores a blob that comes in chunks. A stream that broke, or bytes that are not what the hash says, store nothing; the
 * same blob again is no error.
 */
export async function servePutLargeBlob(
  { core }: GatewayContext,
  requests: AsyncIterable<PutLargeBlobRequest>,
): Promise<Record<string, never>> {
  let name: { hash: string; mediaType: string } | null = null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const { hash, mediaType, data } of requests) {
    name ??= { hash, mediaType };
    size += data.byteLength;
    if (size > MAX_BLOB_BYTES)
      throw new AppError("invalid_input", `The blob is larger than ${MAX_BLOB_BYTES} bytes.`, {
        where: name.hash,
      });
    chunks.push(data);
  }
  if (!name)
    throw new AppError("invalid_input", "The stream ended before it named a blob.", {
      where: "PutLargeBlob",
      fix: "Name the blob in the first message.",
    });
  await core.blobs.putExpected(name.hash, Buffer.concat(chunks), name.mediaType || undefined);
  return {};
}
