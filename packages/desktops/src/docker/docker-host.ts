import { AppError } from "@deskrl/domain";
import type { EngineConnection } from "./engine.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Reads `DOCKER_HOST` as the docker command does: `unix:///run/user/1000/docker.sock` of a rootless engine, or
 * `tcp://127.0.0.1:2375`. Desktops publish their ports on loopback only, so an engine on another machine cannot serve
 * this worker.
 * @throws AppError `invalid_input` for another scheme, for TLS and for another machine
 */
export function parseDockerHost(value: string): EngineConnection {
  const refuse = (problem: string) =>
    new AppError("invalid_input", `DOCKER_HOST is ${JSON.stringify(value)}: ${problem}.`, {
      where: "DOCKER_HOST",
      fix: "Use unix:///path/to/docker.sock or tcp://127.0.0.1:PORT, or leave it out. For another machine, start a worker there.",
    });
  if (value.startsWith("unix://")) {
    const socketPath = value.slice("unix://".length);
    if (!socketPath.startsWith("/")) throw refuse("the path of the socket must be absolute");
    return { socketPath };
  }
  if (!URL.canParse(value)) throw refuse("it is no address");
  const url = new URL(value);
  if (url.protocol !== "tcp:" && url.protocol !== "http:") throw refuse("this scheme is not supported");
  if (!LOOPBACK.has(url.hostname)) throw refuse("the engine is on another machine");
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || 2375) };
}
