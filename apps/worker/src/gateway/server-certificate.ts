import { connect } from "node:tls";

const TIMEOUT_MS = 5_000;

export interface ServerCertificate {
  /** PEM. */
  pem: string;
  /** SHA-256, lower-case hexadecimal digits. */
  fingerprint: string;
}

/**
 * The certificate that a server shows in a TLS handshake, whoever vouches for it. Nothing is sent to it.
 * @throws what the handshake failed with: the server is away or speaks no TLS
 */
export function serverCertificate({
  host,
  port,
}: {
  host: string;
  port: number;
}): Promise<ServerCertificate> {
  return new Promise((resolve, reject) => {
    // The bracket of an IPv6 address belongs to the URL.
    const name = host.replace(/^\[|\]$/g, "");
    const socket = connect({ host: name, port, rejectUnauthorized: false, timeout: TIMEOUT_MS });
    socket.once("secureConnect", () => {
      const certificate = socket.getPeerX509Certificate();
      if (certificate) {
        const fingerprint = certificate.fingerprint256.replaceAll(":", "").toLowerCase();
        resolve({ pem: certificate.toString(), fingerprint });
      }
      socket.destroy();
    });
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error("ETIMEDOUT: the TLS handshake took too long")));
    socket.once("close", () => reject(new Error("the server closed the connection in the TLS handshake")));
  });
}
