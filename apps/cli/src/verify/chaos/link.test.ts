import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Link, openLink } from "./link.ts";

let echo: Server;
let link: Link;
const clients: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on("error", () => {});
    socket.pipe(socket);
  });
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  const address = echo.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  link = await openLink({ host: "127.0.0.1", port: address.port });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await link.close();
  echo.close();
});

async function dial() {
  const socket = connect(link.port, "127.0.0.1");
  clients.push(socket);
  socket.on("error", () => {});
  let heard = "";
  socket.on("data", (data) => {
    heard += data;
  });
  await once(socket, "connect");
  const until = async (text: string) => {
    while (!heard.includes(text)) await once(socket, "data");
  };
  return { socket, until, heard: () => heard };
}

test("what is said arrives, however much it is", async () => {
  const { socket, until, heard } = await dial();
  socket.write(`${"x".repeat(3_000_000)}end`);
  await until("end");
  expect(heard().length).toBe(3_000_003);
});

test("a cut ends connections and refuses new ones until it is mended", async () => {
  const { socket } = await dial();
  const closed = once(socket, "close");
  link.set({ kind: "cut" });
  await closed;
  const refused = await dial();
  await once(refused.socket, "close");
  link.set({ kind: "open" });
  const again = await dial();
  again.socket.write("hello");
  await again.until("hello");
});

test("silence lets nothing through and ends nothing; what waited arrives afterwards", async () => {
  const { socket, until, heard } = await dial();
  socket.write("before");
  await until("before");
  link.set({ kind: "silent" });
  socket.write("during");
  await sleep(100);
  expect(heard()).toBe("before");
  expect(socket.destroyed).toBe(false);
  link.set({ kind: "open" });
  await until("during");
});

test("a slow link keeps the order", async () => {
  const { socket, until, heard } = await dial();
  link.set({ kind: "slow", ms: 20 });
  for (const word of ["one ", "two ", "three"]) {
    socket.write(word);
    await sleep(5);
  }
  await until("three");
  expect(heard()).toBe("one two three");
});
