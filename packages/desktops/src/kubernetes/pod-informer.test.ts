import type { V1Pod } from "@kubernetes/client-node";
import { expect, test, vi } from "vitest";
import { SILENT } from "../docker/provider-log.ts";
import type { Cluster, PodNotice } from "./cluster.ts";
import { createPodInformer } from "./pod-informer.ts";

const pod = (name: string, version: number, uid = name): V1Pod => ({
  metadata: { name, uid, resourceVersion: String(version) },
});

/** A cluster whose pods and whose watch the test holds. */
function controlled() {
  let present: V1Pod[] = [];
  let version = 1;
  const watches: {
    since: string;
    tell: (notice: PodNotice) => void;
    fail: (error: Error) => void;
    aborted: boolean;
  }[] = [];
  const cluster: Pick<Cluster, "list" | "watch"> = {
    list: async () => ({ pods: present, version: String(version) }),
    watch: (_selector, { version: since, signal, onNotice }) =>
      new Promise((resolve, reject) => {
        const entry = { since, tell: onNotice, fail: reject, aborted: false };
        watches.push(entry);
        signal.addEventListener("abort", () => {
          entry.aborted = true;
          resolve();
        });
      }),
  };
  const set = (pods: V1Pod[], at: number) => {
    present = pods;
    version = at;
  };
  return { cluster, watches, set };
}

function run(silenceMs = 60_000) {
  const { cluster, watches, set } = controlled();
  const told: string[] = [];
  const informer = createPodInformer({
    // Only these two calls are made by an informer.
    cluster: cluster as Cluster,
    selector: "a=b",
    silenceMs,
    retryMs: 1,
    onChange: ({ metadata }) => void told.push(`set ${metadata?.name}@${metadata?.resourceVersion}`),
    onGone: (name) => void told.push(`gone ${name}`),
    log: SILENT,
  });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  return { informer, watches, set, told, end };
}

test("it watches from where the list ended, and keeps what it is told", async () => {
  const { informer, watches, told, end } = run();
  await vi.waitFor(() => expect(watches).toHaveLength(1));
  expect(watches[0]?.since).toBe("1");
  watches[0]?.tell({ kind: "set", pod: pod("a", 2), version: "2" });
  expect(informer.get("a")?.metadata?.resourceVersion).toBe("2");
  watches[0]?.tell({ kind: "gone", pod: pod("a", 3), version: "3" });
  expect(informer.get("a")).toBeNull();
  expect(told).toEqual(["set a@2", "gone a"]);
  await end();
});

test("after a watch that broke or grew too old it lists again, and tells what it missed", async () => {
  const { informer, watches, set, told, end } = run();
  await vi.waitFor(() => expect(watches).toHaveLength(1));
  watches[0]?.tell({ kind: "set", pod: pod("a", 2), version: "2" });
  set([pod("b", 9)], 10);
  watches[0]?.fail(new Error("too old resource version"));
  await vi.waitFor(() => expect(watches).toHaveLength(2));
  expect(watches[1]?.since).toBe("10");
  expect(told).toEqual(["set a@2", "set b@9", "gone a"]);
  expect(informer.lists).toBe(2);
  await end();
});

test("a connection that falls silent is given up and everything is listed anew; a bookmark is a sign of life", async () => {
  vi.useFakeTimers();
  try {
    const { informer, watches, end } = run(90_000);
    await vi.advanceTimersByTimeAsync(0);
    for (let minute = 0; minute < 6; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      watches[0]?.tell({ kind: "bookmark", version: "5" });
    }
    expect([watches.length, watches[0]?.aborted, informer.lists]).toEqual([1, false, 1]);
    await vi.advanceTimersByTimeAsync(90_000);
    expect([watches.length, watches[0]?.aborted, informer.lists]).toEqual([2, true, 2]);
    await end();
  } finally {
    vi.useRealTimers();
  }
});

test("an older picture of a pod does not undo a newer one", async () => {
  const { informer, watches, set, end } = run();
  await vi.waitFor(() => expect(watches).toHaveLength(1));
  watches[0]?.tell({ kind: "set", pod: pod("a", 20), version: "20" });
  set([pod("a", 15)], 15);
  watches[0]?.fail(new Error("broken"));
  await vi.waitFor(() => expect(watches).toHaveLength(2));
  expect(informer.get("a")?.metadata?.resourceVersion).toBe("20");
  await end();
});

test("who waits for one pod hears of that one, and of its end", async () => {
  const { informer, watches, end } = run();
  await vi.waitFor(() => expect(watches).toHaveLength(1));
  const heard: (string | null)[] = [];
  const unsubscribe = informer.onPod("a", (one) => heard.push(one?.metadata?.resourceVersion ?? null));
  watches[0]?.tell({ kind: "set", pod: pod("b", 2), version: "2" });
  watches[0]?.tell({ kind: "set", pod: pod("a", 3), version: "3" });
  watches[0]?.tell({ kind: "gone", pod: pod("a", 4), version: "4" });
  unsubscribe();
  watches[0]?.tell({ kind: "set", pod: pod("a", 5, "another"), version: "5" });
  expect(heard).toEqual(["3", null]);
  await end();
});
