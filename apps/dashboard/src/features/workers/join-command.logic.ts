import { formatJoinAddress } from "@deskrl/protocol";
import type { WorkerDoorView } from "../../lib/api/types.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/**
 * The address a worker most likely reaches the control plane at: the host that this page was opened at, when that is
 * no loopback address and the port is open to other machines; else the first that the control plane knows.
 */
export function likelyAddress(door: WorkerDoorView, pageHost: string): string {
  const [first = ""] = door.addresses;
  if (door.thisMachineOnly || LOOPBACK.test(pageHost) || !URL.canParse(first)) return first;
  const known = door.addresses.find((address) => new URL(address).hostname === pageHost);
  if (known) return known;
  const { protocol, port } = new URL(first);
  return `${protocol}//${pageHost}:${port}`;
}

/** What to type on the other machine. */
export function joinCommand(options: {
  address: string;
  fingerprint: string | null;
  token: string;
  desktops: number;
}): string {
  const { address, fingerprint, token, desktops } = options;
  // Quoted, since some shells take what follows a # for a comment or a pattern.
  const join = `'${formatJoinAddress({ url: address, fingerprint })}'`;
  return `npm run worker -- --join ${join} --token ${token} --desktops ${desktops}`;
}
