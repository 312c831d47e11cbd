import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { AppError } from "@deskrl/domain";
import { generate } from "selfsigned";
import { readSecret, writeSecret } from "../start/write-secret.ts";

/** Workers pin the certificate itself, so its end has no other use than to be far away. */
const VALID_YEARS = 20;

export interface WorkerCertificate {
  /** PEM. */
  certificate: string;
  /** PEM. */
  key: string;
  /** SHA-256 of the certificate in lower-case hexadecimal digits: what workers pin. */
  fingerprint: string;
}

/**
 * The certificate of the port that workers dial: made on the first start and kept under `tls` in the data folder, since
 * every worker that has joined knows it by its fingerprint.
 * @throws AppError `conflict` when the files are there and cannot be used
 */
export async function loadWorkerCertificate(options: {
  dataDir: string;
  clock?: () => Date;
}): Promise<WorkerCertificate> {
  const folder = join(options.dataDir, "tls");
  const paths = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  const certificate = await readSecret(paths.certificate);
  const key = await readSecret(paths.key);
  if (certificate !== undefined && key !== undefined)
    return { certificate, key, fingerprint: fingerprintOf(certificate, paths.certificate) };
  const made = await makeCertificate(options.clock?.() ?? new Date());
  // The key first: a certificate without its key would be taken for a whole pair at the next start.
  await writeSecret(paths.key, made.private);
  await writeSecret(paths.certificate, made.cert);
  return {
    certificate: made.cert,
    key: made.private,
    fingerprint: fingerprintOf(made.cert, paths.certificate),
  };
}

function makeCertificate(now: Date) {
  const until = new Date(now);
  until.setFullYear(now.getFullYear() + VALID_YEARS);
  // A worker whose clock is behind must not find a certificate of the future.
  const from = new Date(now.getTime() - 24 * 3_600_000);
  return generate([{ name: "commonName", value: "DeskRL control plane" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: from,
    notAfterDate: until,
  });
}

function fingerprintOf(pem: string, where: string): string {
  try {
    return new X509Certificate(pem).fingerprint256.replaceAll(":", "").toLowerCase();
  } catch (cause) {
    throw new AppError("conflict", "The file holds no certificate.", {
      where,
      fix: "Restore the folder, or remove it whole to have a new certificate, with which every worker must join again.",
      cause,
    });
  }
}
