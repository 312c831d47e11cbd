import { AppError } from "@deskrl/domain";

/** Where a worker dials, and which certificate it is to find there. */
export interface JoinAddress {
  /** `http://host:port` or `https://host:port`. */
  url: string;
  /** SHA-256 of the certificate, 64 hexadecimal digits; null: whatever the machine's authorities vouch for. */
  fingerprint: string | null;
}

const DEFAULT_PORT = 4401;
const PREFIX = "sha256:";

/** One string to carry both, as the Workers page shows it: `https://host:4401#sha256:…`. */
export function formatJoinAddress({ url, fingerprint }: JoinAddress): string {
  return fingerprint ? `${url}#${PREFIX}${fingerprint}` : url;
}

/**
 * Reads what a person passed. A missing scheme is `http`, or `https` where a fingerprint says so; a missing port is 4401.
 * @throws AppError `invalid_input`
 */
export function parseJoinAddress(text: string): JoinAddress {
  const [place = "", mark] = text.trim().split("#", 2);
  const fingerprint = mark === undefined ? null : parseFingerprint(mark);
  const whole = place.includes("://") ? place : `${fingerprint ? "https" : "http"}://${place}`;
  if (place === "" || !URL.canParse(whole)) throw wrong(text, "is no address");
  const url = new URL(whole);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw wrong(text, "is neither http nor https");
  if (url.pathname !== "/" || url.search !== "") throw wrong(text, "has more than a host and a port");
  if (fingerprint && url.protocol === "http:")
    throw wrong(text, "has a fingerprint, which is of use with https only");
  const port = url.port || (/:\d+$/.test(place) ? (url.protocol === "https:" ? 443 : 80) : DEFAULT_PORT);
  return { url: `${url.protocol}//${url.hostname}:${port}`, fingerprint };
}

/**
 * A fingerprint as people copy it: with or without `sha256:`, colons and upper case.
 * @throws AppError `invalid_input`
 */
export function parseFingerprint(text: string): string {
  const bare = text.trim().toLowerCase();
  const digits = (bare.startsWith(PREFIX) ? bare.slice(PREFIX.length) : bare).replaceAll(":", "");
  if (/^[0-9a-f]{64}$/.test(digits)) return digits;
  throw new AppError("invalid_input", `${JSON.stringify(text)} is no SHA-256 fingerprint.`, {
    where: "fingerprint",
    fix: "Copy the whole command from the Workers page; the fingerprint has 64 hexadecimal digits.",
  });
}

function wrong(text: string, what: string): AppError {
  return new AppError("invalid_input", `${JSON.stringify(text)} ${what}.`, {
    where: "address of the control plane",
    fix: "Copy the command from the Workers page, such as --join https://10.0.0.5:4401#sha256:…",
  });
}
