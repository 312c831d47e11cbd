import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { formatJoinAddress } from "@deskrl/protocol";
import type { DataLayout } from "../paths.ts";

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** How the worker of the same machine dials its control plane: by the certificate where other machines may dial too. */
export async function localWorkerAddress(options: {
  host: string;
  port: number;
  layout: DataLayout;
}): Promise<string> {
  const { host, port, layout } = options;
  if (LOOPBACK.test(host)) return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { fingerprint256 } = new X509Certificate(await readFile(layout.workerCertificate));
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const fingerprint = fingerprint256.replaceAll(":", "").toLowerCase();
  return formatJoinAddress({
    url: `https://${name.includes(":") ? `[${name}]` : name}:${port}`,
    fingerprint,
  });
}
