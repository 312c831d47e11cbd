import { createSimProvider } from "@deskrl/desktops/sim";
import { expect, test } from "vitest";
import { createMemoryProvider } from "../testing/memory-provider.ts";
import { chooseProvider } from "./choose-provider.ts";

const missing = { code: "engine_unavailable", message: "No engine answers.", fix: "npm run setup:docker" };
const choose = (wanted: "auto" | "docker" | "sim" | "kubernetes", problem: typeof missing | null) =>
  chooseProvider({
    wanted,
    docker: createMemoryProvider,
    kubernetes: () => ({ ...createMemoryProvider(), name: "kubernetes" }),
    sim: () => createSimProvider({ ownerId: "wrk_1" }),
    engineProblem: async () => problem,
  });

test("real desktops where an engine answers; simulated ones where none does, with what would help", async () => {
  expect(await choose("auto", null)).toMatchObject({ provider: { name: "docker" }, simulatedFor: null });
  expect(await choose("auto", missing)).toMatchObject({
    provider: { name: "sim" },
    simulatedFor: { message: missing.message, fix: missing.fix },
  });
});

test("what was asked for by name is made, whatever the engine does", async () => {
  expect(await choose("docker", missing)).toMatchObject({ provider: { name: "docker" }, simulatedFor: null });
  expect(await choose("sim", null)).toMatchObject({ provider: { name: "sim" }, simulatedFor: null });
  expect(await choose("kubernetes", missing)).toMatchObject({
    provider: { name: "kubernetes" },
    simulatedFor: null,
  });
});
