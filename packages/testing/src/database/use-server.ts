import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { serverSocketPath } from "./server-address.ts";

const START_TIMEOUT_MS = 60_000;
const Greeting = z.object({ url: z.string() });

function spawnServer(socketPath: string): void {
  const log = openSync(`${socketPath}.log`, "w");
  const script = fileURLToPath(new URL("./server.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, socketPath], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.unref();
  closeSync(log);
}

/** The server's greeting, over a connection that stays open; null when nobody listens or it went away. */
function greet(socketPath: string, deadline: number): Promise<{ socket: Socket; url: string } | null> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const timer = setTimeout(() => socket.destroy(), Math.max(1, deadline - Date.now()));
    let received = "";
    const give = (result: { socket: Socket; url: string } | null) => {
      clearTimeout(timer);
      resolve(result);
    };
    socket.on("error", () => {});
    socket.once("close", () => give(null));
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (received.endsWith("\n")) give({ socket, url: Greeting.parse(JSON.parse(received)).url });
    });
  });
}

async function acquire(): Promise<string> {
  const socketPath = await serverSocketPath();
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let attempt = 0; Date.now() < deadline; attempt += 1) {
    const greeted = await greet(socketPath, deadline);
    if (greeted) {
      // Held for the life of this process and no longer: it is what keeps the server up.
      greeted.socket.unref();
      return greeted.url;
    }
    if (attempt % 20 === 0) spawnServer(socketPath);
    await sleep(250);
  }
  const log = await readFile(`${socketPath}.log`, "utf8").catch(() => "");
  throw new Error(`The test PostgreSQL did not start within ${START_TIMEOUT_MS} ms.\n${log}`);
}

let acquired: Promise<string> | undefined;

/** URL of the template database on the shared test server, which is started when nobody uses one yet. */
export function useTestServer(): Promise<string> {
  acquired ??= acquire();
  return acquired;
}
