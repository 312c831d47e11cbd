import { resolve } from "node:path";
import { AppError } from "@deskrl/domain";
import { createClient } from "../client.ts";
import { dataLayout } from "../paths.ts";
import { readToken } from "../system/credentials.ts";
import { isSameProcess, readRunning } from "../system/running-file.ts";

export interface ServerOptions {
  server?: string;
  token?: string;
  data: string;
}

/** The control plane a command is meant for: the one named, else the one running on the data folder; null when none. */
export async function findServer(options: ServerOptions): Promise<{ url: string; token: string } | null> {
  const layout = dataLayout(resolve(options.data));
  const running = readRunning(layout.running);
  const url = options.server ?? (running && isSameProcess(running.launcher) ? running.url : null);
  if (!url) return null;
  return { url: url.replace(/\/$/, ""), token: options.token ?? (await readToken(layout.operatorToken)) };
}

/** @throws AppError `not_found` when no control plane runs */
export async function connect(options: ServerOptions) {
  const server = await findServer(options);
  if (!server) {
    throw new AppError("not_found", "No DeskRL runs on this data folder", {
      where: resolve(options.data),
      fix: "start one with npm start, or name one with --server URL --token TOKEN",
    });
  }
  return { ...server, client: createClient(server) };
}
