import { rm } from "node:fs/promises";
import { connect, type Server } from "node:net";

function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error);
    server.once("error", onError);
    server.listen(path, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Listens on a socket's path, also where a killed process left one. @returns false when a living one has it */
export async function listenOrLeave(server: Server, path: string): Promise<boolean> {
  if (await listen(server, path)) return true;
  if (await answers(path)) return false;
  await rm(path, { force: true });
  return listen(server, path);
}
