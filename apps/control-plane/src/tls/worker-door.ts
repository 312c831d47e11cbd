import { hostname, networkInterfaces } from "node:os";
import type { WorkerDoor } from "@deskrl/api";
import { isLoopback } from "../start/check-bind.ts";

/** Whether the port that workers dial speaks TLS: `auto` where other machines reach it. */
export function needsTls({ host, mode }: { host: string; mode: "auto" | "always" | "never" }): boolean {
  return mode === "always" || (mode === "auto" && !isLoopback(host));
}

/** How workers get in, as the person who adds one must know it. */
export function workerDoor(options: {
  host: string;
  port: number;
  tls: { fingerprint: string } | null;
  /** Told from outside: behind a proxy or a translated address nothing here knows it. */
  address: string | null;
  /** Addresses of this machine; a parameter for tests. */
  machine?: () => string[];
}): WorkerDoor {
  const { host, port, tls, address, machine = machineAddresses } = options;
  const scheme = tls ? "https" : "http";
  const everywhere = host === "0.0.0.0" || host === "::";
  const hosts = everywhere ? machine() : [host];
  const addresses = address ? [address] : hosts.map((name) => `${scheme}://${bracket(name)}:${port}`);
  return { addresses, fingerprint: tls?.fingerprint ?? null, thisMachineOnly: isLoopback(host) && !address };
}

/** Bridges to containers: no other machine is behind them. */
const CONTAINERS_ONLY = /^(docker|br-|veth|virbr|cni)/;

/** Outward addresses first, the name last: a name is not always known to other machines. */
function machineAddresses(): string[] {
  const all = Object.entries(networkInterfaces()).flatMap(([name, list = []]) =>
    CONTAINERS_ONLY.test(name) ? [] : list,
  );
  const outward = all.filter(({ internal, family }) => !internal && family === "IPv4");
  return [...outward.map(({ address }) => address), hostname()];
}

function bracket(name: string): string {
  return name.includes(":") ? `[${name}]` : name;
}
