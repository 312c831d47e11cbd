import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 bits with a prefix that says what it is, so that a leaked one can be recognised. */
export function newSecret(prefix: "deskrl_session" | "deskrl_token"): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

/** What the database keeps of a secret. A plain hash is enough for 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
