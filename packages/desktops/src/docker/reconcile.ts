import { setTimeout as sleep } from "node:timers/promises";
import type { Size } from "@deskrl/domain";
import { GUEST_PORT } from "@deskrl/protocol";
import { createGuestHttp } from "../guest/guest-http.ts";
import { probe } from "../guest/wait-ready.ts";
import type { Binding } from "./bindings.ts";
import { PUBLISH_HOST } from "./container-spec.ts";
import type { Engine } from "./engine.ts";
import { LABELS } from "./labels.ts";
import type { ReadyContainer } from "./start-container.ts";

export interface Found {
  screen: Size;
  /** Null for one that nobody had yet. */
  binding: Binding | null;
  container: ReadyContainer;
}

/**
 * Looks at every container of the owner: those that run, answer, and were never used can be taken back; all others
 * are to be removed. Without a record of what was used, none can be told to be clean.
 */
export async function findLeftovers(
  engine: Engine,
  options: {
    ownerId: string;
    bindings: readonly Binding[] | null;
    keep: readonly string[];
    signal: AbortSignal;
  },
): Promise<{ clean: Found[]; rest: { containerId: string; name: string }[] }> {
  const { ownerId, bindings, keep, signal } = options;
  const containers = await engine.list([`${LABELS.owner}=${ownerId}`], signal);
  const clean: Found[] = [];
  const rest: { containerId: string; name: string }[] = [];
  await Promise.all(
    containers.map(async ({ Id, Names, State }) => {
      const binding = bindings?.find(({ containerId }) => containerId === Id) ?? null;
      const wanted = binding === null || (!binding.used && keep.includes(binding.environmentId));
      const mayBeClean = bindings !== null && State === "running" && wanted;
      const found = mayBeClean ? await takeBack(engine, Id, signal) : null;
      if (found) clean.push({ binding, ...found });
      else rest.push({ containerId: Id, name: Names[0]?.replace(/^\//, "") ?? Id.slice(0, 12) });
    }),
  );
  return { clean, rest };
}

/** A desktop that was ready may be slow to say so again: a machine that just lost a worker is busy. */
const ANSWER_TRIES = 5;
const ANSWER_MS = 5_000;

async function takeBack(
  engine: Engine,
  containerId: string,
  signal: AbortSignal,
): Promise<Omit<Found, "binding"> | null> {
  const info = await engine.inspect(containerId, signal);
  const token = info?.Config.Env.find((line) => line.startsWith("DESKRL_GUEST_TOKEN="))?.split("=")[1];
  const content = info?.Config.Labels[LABELS.content];
  const port = Number(info?.NetworkSettings.Ports[`${GUEST_PORT}/tcp`]?.[0]?.HostPort);
  if (!token || !content || !Number.isInteger(port)) return null;
  const http = createGuestHttp({ host: PUBLISH_HOST, port, token }, containerId.slice(0, 12));
  for (let tries = 0; tries < ANSWER_TRIES; tries += 1) {
    const health = await probe(http, signal, ANSWER_MS);
    if (health?.ready) return { screen: health.screen, container: { containerId, content, port, http } };
    await sleep(100, undefined, { signal });
  }
  http.close();
  return null;
}
