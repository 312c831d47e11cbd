import { EnvironmentTemplate } from "@deskrl/domain";
import { expect, test } from "vitest";
import { containerSpec, contentOf, networkSpec } from "./container-spec.ts";

const template = EnvironmentTemplate.parse({
  name: "desktop",
  provider: "docker",
  image: "deskrl/desktop:latest",
});
const input = {
  template,
  imageId: "sha256:abc",
  networkId: "net1",
  name: "deskrl-warm-1",
  port: 21_000,
  token: "secret",
  ownerId: "wrk_1",
  lease: "boot.1.2",
};
const spec = containerSpec(input);

test("the guest's port is published on the loopback address only", () => {
  expect(spec.HostConfig?.PortBindings).toEqual({ "7000/tcp": [{ HostIp: "127.0.0.1", HostPort: "21000" }] });
});

test("every container says whose it is, by which life of which process, and from what it was made", () => {
  expect(spec.Labels).toEqual({
    "deskrl.owner": "wrk_1",
    "deskrl.environment": "warm",
    "deskrl.lease": "boot.1.2",
    "deskrl.content": contentOf(template, "sha256:abc"),
  });
});

test("a guest has limits and no rights beyond those its entry point gives up", () => {
  expect(spec.HostConfig).toMatchObject({
    Memory: 1536 * 1024 * 1024,
    MemorySwap: 1536 * 1024 * 1024,
    NanoCpus: 2e9,
    PidsLimit: 512,
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"],
    RestartPolicy: { Name: "no" },
  });
  expect(spec.HostConfig?.Privileged ?? false).toBe(false);
  expect(spec.HostConfig?.Binds ?? []).toEqual([]);
  expect(spec.HostConfig?.Mounts ?? []).toEqual([]);
});

test("browsers get a shared memory of at least a GiB by default", () => {
  expect(spec.HostConfig?.ShmSize).toBeGreaterThanOrEqual(1024 ** 3);
});

test("desktops of one content differ in name, port and token only", () => {
  const other = containerSpec({ ...input, name: "x", port: 21_001, token: "other" });
  expect(other.Labels).toEqual(spec.Labels);
});

test.each<[string, Partial<EnvironmentTemplate>]>([
  ["screen", { screen: { width: 1920, height: 1080 } }],
  ["memory", { memoryMib: 2048 }],
  ["network", { network: "internet" }],
])("a template with another %s is another content", (_what, change) => {
  expect(contentOf({ ...template, ...change }, "sha256:abc")).not.toBe(contentOf(template, "sha256:abc"));
});

test("a rebuilt image is another content", () => {
  expect(contentOf(template, "sha256:def")).not.toBe(contentOf(template, "sha256:abc"));
});

test("guests cannot reach each other, and without the internet nothing is forwarded for them", () => {
  const options = networkSpec("none", "deskrl.network").Options;
  expect(options).toMatchObject({
    "com.docker.network.bridge.enable_icc": "false",
    "com.docker.network.bridge.enable_ip_masquerade": "false",
  });
  expect(networkSpec("internet", "deskrl.network").Options).toMatchObject({
    "com.docker.network.bridge.enable_icc": "false",
    "com.docker.network.bridge.enable_ip_masquerade": "true",
  });
});
