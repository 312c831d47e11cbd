import { setTimeout as sleep } from "node:timers/promises";
import type { V1Pod } from "@kubernetes/client-node";
import { WARM } from "../docker/labels.ts";
import type { Found } from "../docker/reconcile.ts";
import { createGuestHttp } from "../guest/guest-http.ts";
import { probe } from "../guest/wait-ready.ts";
import { runs } from "./await-running.ts";
import { bindingOf } from "./pod-bindings.ts";
import { POD_LABELS } from "./pod-labels.ts";
import type { Reach } from "./pod-reach.ts";
import { tokenOf } from "./pod-spec.ts";
import { closing } from "./start-pod.ts";

const ANSWER_TRIES = 5;
const ANSWER_MS = 5_000;

/**
 * Sorts what an earlier life of the owner left: pods that run, answer and were never used can be taken back; all others
 * are to be removed. A pod says itself whether it was used, and is so marked before it is.
 */
export async function findLeftoverPods(
  pods: readonly V1Pod[],
  { reach, keep, signal }: { reach: Reach; keep: readonly string[]; signal: AbortSignal },
): Promise<{ clean: Found[]; rest: string[] }> {
  const clean: Found[] = [];
  const rest: string[] = [];
  await Promise.all(
    pods.map(async (pod) => {
      const name = pod.metadata?.name ?? "";
      const binding = bindingOf(pod);
      const isWarm = pod.metadata?.labels?.[POD_LABELS.environment] === WARM;
      const wanted = binding ? !binding.used && keep.includes(binding.environmentId) : isWarm;
      const found = wanted && runs(pod) ? await takeBack(pod, reach, signal) : null;
      if (found) clean.push({ binding, ...found });
      else rest.push(name);
    }),
  );
  return { clean, rest };
}

async function takeBack(
  pod: V1Pod,
  reach: Reach,
  signal: AbortSignal,
): Promise<Omit<Found, "binding"> | null> {
  const token = tokenOf(pod);
  const content = pod.metadata?.labels?.[POD_LABELS.content];
  const name = pod.metadata?.name;
  if (!token || !content || !name) return null;
  const reached = await reach(pod);
  const http = closing(createGuestHttp({ host: reached.host, port: reached.port, token }, name), reached);
  for (let tries = 0; tries < ANSWER_TRIES; tries += 1) {
    const health = await probe(http, signal, ANSWER_MS);
    if (health?.ready)
      return { screen: health.screen, container: { containerId: name, content, port: reached.port, http } };
    await sleep(100, undefined, { signal });
  }
  http.close();
  return null;
}
