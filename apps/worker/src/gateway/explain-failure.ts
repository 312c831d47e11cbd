import { Code, ConnectError } from "@connectrpc/connect";
import { AppError, type ErrorCode } from "@deskrl/domain";
import { serverCertificate } from "./server-certificate.ts";

/** Why there is no connection, in words for a person, and whether another try can help. */
export interface ConnectionFailure {
  error: AppError;
  /**
   * `away`: nobody answers, which passes. `refused`: it answers and will not have this worker as it is. `ended`: it was
   * told to go, which does not pass.
   */
  kind: "away" | "refused" | "ended";
}

/** Refusals that say that this worker's right has ended, whatever it was before. */
const ENDED: readonly ErrorCode[] = ["unauthenticated", "fenced"];
/** What the control plane says of itself, not of the worker. */
const ITS_OWN: readonly ErrorCode[] = ["worker_unavailable", "database_unavailable", "internal"];
const WRONG_CERTIFICATE =
  /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_HAS_EXPIRED|ALTNAME_INVALID|CERT_NOT_YET_VALID/;

/** Says what a failed session means. `baseUrl` is the address that was dialled. */
export async function explainFailure(error: unknown, baseUrl: string): Promise<ConnectionFailure> {
  const ours = causesOf(error).find((cause) => cause instanceof AppError);
  if (ours) return judge(ours);
  if (error instanceof ConnectError && error.code === Code.Unauthenticated)
    return judge(new AppError("unauthenticated", error.rawMessage, { where: baseUrl }));
  const codes = causesOf(error).flatMap((cause) => ("code" in cause ? [String(cause.code)] : []));
  const text = `${codes.join(" ")} ${error instanceof Error ? error.message : String(error)}`;
  const { protocol, host, hostname, port } = new URL(baseUrl);
  const away = (message: string, fix: string): ConnectionFailure => ({
    kind: "away",
    error: new AppError("worker_unavailable", message, { where: baseUrl, fix, cause: error }),
  });
  const refused = (message: string, fix: string): ConnectionFailure => ({
    kind: "refused",
    error: new AppError("invalid_input", message, { where: baseUrl, fix, cause: error }),
  });
  if (/ENOTFOUND|EAI_AGAIN/.test(text))
    return away(`No machine is known by the name ${hostname}.`, "Check the address; use the machine's IP.");
  if (/ECONNREFUSED/.test(text))
    return away(`Nothing listens at ${host}.`, "Check the port, and that the control plane runs.");
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(text))
    return away(`${host} cannot be reached from this machine.`, "Check the network and its firewalls.");
  if (protocol === "https:" && WRONG_CERTIFICATE.test(text))
    return refused(
      `No authority that this machine trusts vouches for the certificate at ${host}.`,
      "Copy the whole address from the Workers page, with its fingerprint: https://…#sha256:…",
    );
  if (protocol === "https:" && /EPROTO|WRONG_VERSION_NUMBER|packet length/i.test(text))
    return refused(`${host} does not speak TLS.`, `Join http://${host} if the way there is trusted.`);
  if (protocol === "http:" && (await speaksTls(hostname, Number(port || 80))))
    return refused(
      `${host} speaks TLS only.`,
      "Copy the whole address from the Workers page, with its fingerprint: https://…#sha256:…",
    );
  return away(
    `The connection to ${host} broke: ${error instanceof Error ? error.message : String(error)}`,
    "Check that a control plane of DeskRL listens for workers there, on its gRPC port.",
  );
}

function speaksTls(host: string, port: number): Promise<boolean> {
  return serverCertificate({ host, port }).then(
    () => true,
    () => false,
  );
}

function judge(error: AppError): ConnectionFailure {
  if (ITS_OWN.includes(error.code)) return { kind: "away", error };
  return { kind: ENDED.includes(error.code) ? "ended" : "refused", error };
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 10; at = at.cause) found.push(at);
  return found;
}
