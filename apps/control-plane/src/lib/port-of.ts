import type { AddressInfo } from "node:net";

/** The port that a server was given. @throws when it does not listen on one */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address && typeof address === "object") return address.port;
  throw new Error("the server does not listen on a port");
}
