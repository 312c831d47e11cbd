import { isIP, type Socket } from "node:net";
import { connect } from "node:tls";
import { AppError } from "@deskrl/domain";
import { serverCertificate } from "./server-certificate.ts";

export interface CertificatePin {
  /**
   * Looks which certificate the server shows now. From the first time that it is the pinned one, connections trust that
   * one alone.
   * @throws AppError `forbidden` when it is not the pinned one; otherwise why the server was not reached
   */
  learn(): Promise<void>;
  /** Connects to the server whose certificate was learned. To any other the handshake fails, before a byte is sent. */
  connect(authority: URL): Socket;
}

/** Trust in one certificate, known by its SHA-256 fingerprint; no authority vouches for what a server made itself. */
export function createCertificatePin(baseUrl: string, fingerprint: string): CertificatePin {
  const { host, hostname, port } = new URL(baseUrl);
  let trusted: string | undefined;
  return {
    async learn() {
      const shown = await serverCertificate({ host: hostname, port: Number(port || 443) });
      if (shown.fingerprint !== fingerprint)
        throw wrongCertificate(host, { found: shown.fingerprint, fingerprint });
      trusted = shown.pem;
    },
    connect(authority) {
      const name = authority.hostname.replace(/^\[|\]$/g, "");
      return connect({
        host: name,
        port: Number(authority.port || 443),
        ALPNProtocols: ["h2"],
        ca: trusted ?? [],
        // The certificate is the very one that is pinned; the name in it says nothing.
        checkServerIdentity: () => undefined,
        ...(isIP(name) ? {} : { servername: name }),
      });
    },
  };
}

/** Of a server that shows another certificate than the pinned one. */
export function wrongCertificate(
  where: string,
  { found, fingerprint }: { found: string; fingerprint: string },
): AppError {
  const short = (text: string) => `${text.slice(0, 16)}…`;
  return new AppError(
    "forbidden",
    `The server at ${where} shows a certificate with the fingerprint ${short(found)}, not ${short(fingerprint)}.`,
    {
      where,
      fix: "Copy the command from the Workers page again. If nobody has renewed the control plane's certificate, someone else answers at this address.",
    },
  );
}
