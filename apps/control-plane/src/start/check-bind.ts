import { AppError } from "@deskrl/domain";

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/**
 * Refuses an address that other machines reach unless that was asked for in so many words: whoever reaches it can try
 * passwords, and nothing on it is encrypted.
 * @throws AppError `invalid_input`
 */
export function checkBind({ host, allowPublic }: { host: string; allowPublic: boolean }): void {
  if (allowPublic || LOOPBACK.test(host)) return;
  throw new AppError("invalid_input", `DESKRL_HOST=${host} would let other machines reach this server.`, {
    where: "DESKRL_HOST",
    fix: "Use 127.0.0.1, or set DESKRL_ALLOW_PUBLIC=true when a proxy with TLS stands in front or the network is trusted.",
  });
}
