import { AppError } from "@deskrl/domain";

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Refuses an address that other machines reach unless that was asked for in so many words: whoever reaches it can try
 * passwords, and nothing on it is encrypted.
 * @throws AppError `invalid_input`
 */
export function checkBind({
  host,
  variable,
  allowPublic,
}: {
  host: string;
  /** Where the address comes from. */
  variable: string;
  allowPublic: boolean;
}): void {
  if (allowPublic || isLoopback(host)) return;
  throw new AppError("invalid_input", `${variable}=${host} would let other machines reach this server.`, {
    where: variable,
    fix: "Use 127.0.0.1, or set DESKRL_ALLOW_PUBLIC=true when a proxy with TLS stands in front or the network is trusted.",
  });
}
