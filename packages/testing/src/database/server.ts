/**
 * The PostgreSQL behind every database test on this machine: a process of its own that ends itself once nobody has been
 * connected to its socket for a while. A connection is the reference, so a test process that is killed lets go of it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, startEmbeddedPostgres } from "@deskrl/db";
import { listenOrLeave } from "./listen-or-leave.ts";
import { TEMPLATE_DATABASE } from "./server-address.ts";

const LINGER_MS = 3_000;
/** Tests need speed, not durability: what they write is thrown away. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "64MB" };

async function main(socketPath: string): Promise<void> {
  const clients = new Set<Socket>();
  let endTimer: NodeJS.Timeout | undefined;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const endWhenIdle = () => {
    clearTimeout(endTimer);
    if (clients.size === 0) endTimer = setTimeout(end, LINGER_MS);
  };
  let greeting: string | undefined;
  const listener = createServer((socket) => {
    clients.add(socket);
    clearTimeout(endTimer);
    socket.on("error", () => {});
    socket.on("close", () => {
      clients.delete(socket);
      endWhenIdle();
    });
    socket.resume();
    if (greeting) socket.write(greeting);
  });
  if (!(await listenOrLeave(listener, socketPath))) return;
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, end);
  const dataDir = await mkdtemp(join(tmpdir(), "deskrl-test-postgres-"));
  try {
    const server = await startEmbeddedPostgres({ dataDir, database: TEMPLATE_DATABASE, settings: SETTINGS });
    try {
      await migrate({ url: server.url });
      greeting = `${JSON.stringify({ url: server.url })}\n`;
      for (const socket of clients) socket.write(greeting);
      endWhenIdle();
      await ended;
    } finally {
      await server.stop();
    }
  } finally {
    listener.close();
    for (const socket of clients) socket.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main(process.argv[2] ?? "");
