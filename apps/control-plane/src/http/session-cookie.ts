import type { IncomingHttpHeaders } from "node:http";

export const SESSION_COOKIE = "deskrl_session";

/** The session token of a request's cookie header, or null. */
export function readSessionCookie(headers: IncomingHttpHeaders): string | null {
  for (const pair of headers.cookie?.split(";") ?? []) {
    const [name, ...value] = pair.split("=");
    if (name?.trim() === SESSION_COOKIE) return value.join("=").trim() || null;
  }
  return null;
}

export interface WriteCookieOptions {
  token: string;
  expiresAt: Date;
  /** The browser spoke TLS to whatever stands in front of us. */
  secure: boolean;
}

/** A `Set-Cookie` value: out of reach of scripts, and not sent along by other sites' forms. */
export function writeSessionCookie({ token, expiresAt, secure }: WriteCookieOptions): string {
  const attributes = ["Path=/", "HttpOnly", "SameSite=Lax", `Expires=${expiresAt.toUTCString()}`];
  if (secure) attributes.push("Secure");
  return `${SESSION_COOKIE}=${token}; ${attributes.join("; ")}`;
}

/** A `Set-Cookie` value that removes the cookie. */
export function clearSessionCookie(): string {
  return writeSessionCookie({ token: "", expiresAt: new Date(0), secure: false });
}

/** True when the browser's own connection is encrypted, by what the proxy in front says. */
export function isSecure(headers: IncomingHttpHeaders): boolean {
  return headers["x-forwarded-proto"] === "https";
}
