import { createHash } from "node:crypto";
import { AppError, BlobHash } from "@deskrl/domain";

/** Sha-256 of bytes as 64 hex digits. */
export function hashBytes(bytes: Uint8Array): BlobHash {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * A hash from outside. Only what is a hash becomes a path, so no name can leave the store's folder.
 * @throws AppError `invalid_input`
 */
export function parseHash(text: string): BlobHash {
  const parsed = BlobHash.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_input", `${JSON.stringify(text.slice(0, 80))} is not the hash of a blob.`, {
    where: "blob hash",
    fix: "Give 64 lower-case hex digits (sha-256 of the bytes).",
  });
}
