import { randomBytes } from "node:crypto";
import { EnvironmentTemplate } from "@deskrl/domain";
import { afterAll, expect, test } from "vitest";
import { environmentProviderContract } from "../contract.ts";
import { createKubernetesProvider } from "./kubernetes-provider.ts";
import { PROVIDER_RIGHTS } from "./provider-rights.ts";
import { startApiServer } from "./testing/api-server.ts";
import { createDockerKubelet } from "./testing/docker-kubelet.ts";

const used = new Set<string>();
const template = EnvironmentTemplate.parse({
  name: "desktop",
  provider: "kubernetes",
  image: "deskrl/desktop:latest",
});

environmentProviderContract("kubernetes", async () => {
  const id = `deskrl-kubelet-${randomBytes(4).toString("hex")}`;
  const server = await startApiServer(createDockerKubelet(id));
  const provider = createKubernetesProvider({
    ownerId: id,
    template,
    config: server.config,
    namespace: "desktops",
    reach: "pod-ip",
    warm: 1,
    startConcurrency: 2,
  });
  await provider.reconcile({ keep: [] });
  return {
    provider,
    template,
    async dispose() {
      await provider.close({ destroyAll: true });
      for (const right of server.used) used.add(right);
      await server.close();
    },
  };
});

afterAll(() => {
  // The log is read only of a desktop that failed to start.
  expect([...used].filter((right) => !PROVIDER_RIGHTS.includes(right))).toEqual([]);
});

test("the rights that are asked of a cluster cover the verbs of a whole life", () => {
  expect(PROVIDER_RIGHTS).toEqual(
    expect.arrayContaining(["create pods", "delete pods", "patch pods", "watch pods"]),
  );
});
