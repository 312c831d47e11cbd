import type Docker from "dockerode";
import { expect, test } from "vitest";
import { createNetworks } from "./networks.ts";

/** An engine that keeps networks and who is on them. */
function createFakeEngine() {
  const networks: { Id: string; Name: string; Created: string }[] = [];
  const attached: string[] = [];
  let listed = 0;
  return {
    networks,
    attached,
    listed: () => listed,
    engine: {
      // What is read of each is there; the rest of what an engine says is not asked for.
      networks: async () => networks as unknown as Docker.NetworkInspectInfo[],
      createNetwork: async ({ Name }: Docker.NetworkCreateOptions) => {
        if (networks.some((network) => network.Name === Name))
          throw new Error(`network ${Name} already exists`);
        const Id = `net-${networks.length + 1}`;
        networks.push({ Id, Name, Created: `2026-01-01T00:00:0${networks.length}Z` });
        return Id;
      },
      removeNetwork: async () => {},
      list: async () => {
        listed += 1;
        const on = (NetworkID: string) => ({ NetworkSettings: { Networks: { n: { NetworkID } } } });
        return attached.map(on) as unknown as Docker.ContainerInfo[];
      },
    },
  };
}

test("a bridge takes its number of desktops and no more, and the next one is made then", async () => {
  const { engine, networks, attached } = createFakeEngine();
  const bridges = createNetworks(engine, { perBridge: 3 });
  for (let desktop = 0; desktop < 7; desktop += 1) attached.push(await bridges.idOf("none"));
  expect(attached).toEqual(["net-1", "net-1", "net-1", "net-2", "net-2", "net-2", "net-3"]);
  expect(new Set(networks.map(({ Name }) => Name)).size).toBe(3);
});

test("room that becomes free on an older bridge is used again", async () => {
  const { engine, attached } = createFakeEngine();
  const bridges = createNetworks(engine, { perBridge: 2 });
  for (let desktop = 0; desktop < 4; desktop += 1) attached.push(await bridges.idOf("none"));
  attached.splice(0, 1);
  expect(await bridges.idOf("none")).toBe("net-1");
});

test("many starts at once make one network, and do not ask the engine each", async () => {
  const { engine, networks, listed } = createFakeEngine();
  const bridges = createNetworks(engine);
  const ids = await Promise.all(Array.from({ length: 40 }, () => bridges.idOf("none")));
  expect(new Set(ids).size).toBe(1);
  expect(networks).toHaveLength(1);
  expect(listed()).toBe(0);
});

test("two workers that begin at once share one network", async () => {
  const { engine, networks } = createFakeEngine();
  const [first, second] = [createNetworks(engine), createNetworks(engine)];
  const ids = await Promise.all([first.idOf("none"), second.idOf("none")]);
  expect(new Set(ids).size).toBe(1);
  expect(networks).toHaveLength(1);
});
