import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBindings } from "./bindings.ts";

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "deskrl-bindings-"));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const binding = { environmentId: "env_1", containerId: "c1", generation: 1, used: false };

test("what was set is there for the next life, with its use", async () => {
  const first = createBindings({ stateDir, ownerId: "wrk_1" });
  await first.set(binding);
  await first.set({ ...binding, used: true });
  expect(await createBindings({ stateDir, ownerId: "wrk_1" }).load()).toEqual([{ ...binding, used: true }]);
});

test("writes that come together are all kept, and leave one file", async () => {
  const bindings = createBindings({ stateDir, ownerId: "wrk_1" });
  const ids = Array.from({ length: 50 }, (_, index) => `env_${index}`);
  await Promise.all(ids.map((environmentId) => bindings.set({ ...binding, environmentId })));
  await Promise.all(ids.slice(10).map((environmentId) => bindings.delete(environmentId)));
  const loaded = await createBindings({ stateDir, ownerId: "wrk_1" }).load();
  expect(loaded?.map(({ environmentId }) => environmentId).sort()).toEqual(ids.slice(0, 10).sort());
  expect(await readdir(stateDir)).toEqual(["docker-environments.json"]);
});

test.each([
  ["no file", null],
  ["a file cut in the middle", '{"version":1,"bind'],
  ["a file of another owner", '{"version":1,"ownerId":"wrk_2","bindings":[]}'],
])("with %s nothing may be taken for clean", async (_what, text) => {
  if (text !== null) await writeFile(join(stateDir, "docker-environments.json"), text);
  expect(await createBindings({ stateDir, ownerId: "wrk_1" }).load()).toBeNull();
});
