import { X509Certificate } from "node:crypto";
import { generate } from "selfsigned";

/** A certificate of a moment, as a control plane makes one for itself. */
export async function makeTestCertificate() {
  const made = await generate([{ name: "commonName", value: "test" }], {
    keyType: "ec",
    algorithm: "sha256",
  });
  const fingerprint = new X509Certificate(made.cert).fingerprint256.replaceAll(":", "").toLowerCase();
  return { certificate: made.cert, key: made.private, fingerprint };
}
