import type Docker from "dockerode";
import { expect, test, vi } from "vitest";
import { LABELS } from "./labels.ts";
import { emptyNetworks, removeSurplusNetworks } from "./surplus-networks.ts";

/** An engine with networks (name, kind) and the names of those that containers are on. */
function createFakeEngine(networks: [string, string][]) {
  const used: string[] = [];
  const removed: string[] = [];
  const all = networks.map(([Name, kind], index) => ({
    ...{ Id: `id-${Name}`, Name, Created: `2026-01-01T00:00:0${index}Z` },
    Labels: { [LABELS.network]: kind },
  }));
  return {
    used,
    removed,
    engine: {
      // What is read of each is there; the rest of what an engine says is not asked for.
      networks: async (label: string) => {
        expect(label, "only our own").toBe(LABELS.network);
        const left = all.filter(({ Id }) => !removed.includes(Id));
        return left as unknown as Docker.NetworkInspectInfo[];
      },
      list: async () =>
        used.map((name) => ({
          NetworkSettings: { Networks: { [name]: { NetworkID: "" } } },
        })) as unknown as Docker.ContainerInfo[],
      removeNetwork: async (id: string) => {
        removed.push(id);
      },
    },
  };
}

test("an empty bridge is surplus, the oldest of its kind and one in use are not", async () => {
  const { engine, used } = createFakeEngine([
    ["desktops", "none"],
    ["desktops-2", "none"],
    ["desktops-3", "none"],
    ["online", "internet"],
  ]);
  used.push("desktops-2");
  expect((await emptyNetworks(engine)).map(({ Name }) => Name)).toEqual(["desktops-3"]);
});

test("it goes only when it was empty at two looks, and nobody is sent to it any more", async () => {
  const { engine, used, removed } = createFakeEngine([
    ["desktops", "none"],
    ["desktops-2", "none"],
    ["desktops-3", "none"],
  ]);
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn() };
  const [forget, ended] = [vi.fn(), new AbortController()];
  let looks = 0;
  const looked = {
    ...engine,
    list: async () => {
      looks += 1;
      // The third bridge is taken between the looks.
      if (looks === 2) used.push("desktops-3");
      return engine.list();
    },
  };
  const sweeping = removeSurplusNetworks(looked, { forget, signal: ended.signal, log, everyMs: 1 });
  await vi.waitFor(() => expect(removed).toEqual(["id-desktops-2"]));
  expect(forget).toHaveBeenCalled();
  await vi.waitFor(() => expect(looks).toBeGreaterThan(4));
  ended.abort();
  await sweeping;
  expect(removed).toEqual(["id-desktops-2"]);
});
