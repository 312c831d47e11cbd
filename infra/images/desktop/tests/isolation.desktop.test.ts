import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { docker, runArguments, useGuest } from "./guest-container.ts";

const guest = useGuest();

/** Tries a connection and prints how it ended; an open network answers "open" or "refused by the other side". */
const probe = (host: string, port: number) =>
  `python3 - <<'E'
import socket
try:
    socket.create_connection(("${host}", ${port}), 3); print("open")
except ConnectionRefusedError: print("refused by the other side")
except OSError as e: print("blocked", e)
E`;

test("no token or a wrong one is refused on every route, before anything is read", async () => {
  for (const path of [
    "/health",
    "/screenshot",
    "/observation",
    "/files?path=/etc/passwd",
    "/clipboard",
    "/rfb",
  ]) {
    for (const authorization of ["", "Bearer wrong", `Basic ${guest.token}`, `Bearer ${guest.token}x`]) {
      const answer = await guest.fetch(path, { headers: { authorization } });
      expect(answer.status, `${path} with '${authorization}'`).toBe(401);
      expect(await answer.json()).toMatchObject({
        error: { code: "unauthenticated", fix: expect.any(String) },
      });
    }
  }
});

test("programs of the desktop find the token nowhere", async () => {
  const found = await guest.execute(
    `env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'; cat /proc/[0-9]*/fd/3 2>/dev/null </dev/null | head -c 100`,
    { timeoutMs: 20_000 },
  );
  expect(found.stdout).toContain("DISPLAY=:0");
  expect(found.stdout).not.toContain(guest.token);
  const memory = await guest.execute(
    "for p in $(pgrep -f 'm deskrl_guest$'); do head -c 1 /proc/$p/mem 2>&1; cat /proc/$p/maps 2>&1 | head -1; done",
  );
  expect(memory.stdout).toContain("Permission denied");
});

test("every process of the container runs as user without any capability or a way to gain one", async () => {
  const status = await guest.execute(
    "for s in /proc/[0-9]*/status; do awk '/^(Uid|CapEff|CapPrm|CapBnd|NoNewPrivs)/ {printf \"%s \", $2}' $s; echo; done | sort -u",
  );
  const none = "0000000000000000";
  expect(
    status.stdout
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual([`1000 ${none} ${none} ${none} 1`]);
});

/** Counts what reaches a server on the engine's host, at the address where the container sees its host. */
async function listen(host: string) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  return { port: address.port, connections: () => connections, close: () => server.close() };
}

test("a program of the desktop can reach neither the engine's host nor the outside, over IPv4 and IPv6", async () => {
  const gateway = await docker("inspect", "--format", "{{.NetworkSettings.Gateway}}", guest.id);
  const server = await listen(gateway);
  const elsewhere = ["1.1.1.1", "8.8.8.8", "2606:4700::1111"].map((host) => [host, 53] as const);
  for (const [host, port] of [[gateway, server.port] as const, ...elsewhere]) {
    const answer = await guest.execute(probe(host, port));
    expect(answer.stdout, `${host}:${port}`).toMatch(/^blocked/);
  }
  expect((await guest.execute(`echo hello > /dev/udp/${gateway}/9`)).exitCode).not.toBe(0);
  expect((await guest.execute(probe("127.0.0.1", 9))).stdout).toMatch(/^refused by the other side/);
  expect(server.connections()).toBe(0);

  const command = [
    "python3",
    "-c",
    `import socket; socket.create_connection(("${gateway}", ${server.port}), 10)`,
  ];
  await docker("run", "--rm", "--entrypoint", "", "deskrl/desktop:latest", ...command);
  expect(server.connections(), "an open container does reach it").toBe(1);
  server.close();
});

test("the X server listens on no network port, and the desktop's ports are the guest server and office only", async () => {
  const sockets = await guest.execute("cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\" {print $2}'");
  const ports = sockets.stdout
    .trim()
    .split("\n")
    .map((line) => Number.parseInt(line.split(":")[1] ?? "", 16));
  expect([...new Set(ports)].sort((a, b) => a - b)).toEqual([2002, 7000]);
  expect(sockets.stdout).toContain("0100007F:07D2");
});

const refusals = [
  {
    name: "without NET_ADMIN",
    options: { capabilities: ["SETUID", "SETGID"] },
    token: "t",
    says: "--cap-add NET_ADMIN",
  },
  { name: "without a token", options: {}, token: "", says: "DESKRL_GUEST_TOKEN is not set" },
  {
    name: "with an unknown network",
    options: { env: ["DESKRL_NETWORK=lan"] },
    token: "t",
    says: "none or internet",
  },
  {
    name: "with a malformed screen",
    options: { env: ["DESKRL_SCREEN=big"] },
    token: "t",
    says: "WIDTHxHEIGHT",
  },
];

test.each(refusals)(
  "a container $name ends with a message instead of running open",
  async ({ options, token, says }) => {
    const failure = await docker("run", "--rm", ...runArguments(token, options)).then(
      () => "it ran",
      (error: { stderr: string; code: number }) => `${error.code} ${error.stderr}`,
    );
    expect(failure).toContain(says);
  },
);
