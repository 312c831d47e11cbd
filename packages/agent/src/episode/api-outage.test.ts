import { createSimProvider } from "@deskrl/desktops/sim";
import { EnvironmentTemplate, newId } from "@deskrl/domain";
import { expect, test } from "vitest";
import { executeAction } from "./execute-action.ts";

const template = EnvironmentTemplate.parse({ name: "sim", provider: "sim", image: "none" });

test("a call of an API that is out of order is an error that names the way out, and never reaches the desktop", async () => {
  const provider = createSimProvider({ ownerId: "test" });
  const desktop = await provider.ensure({ environmentId: newId("environment"), template });
  await desktop.open({ app: "libreoffice calc" });
  const setCell = async (outages: readonly string[]) =>
    executeAction({
      call: { tool: "CalcTools", method: "set_cell_value", args: { cell: "A1", value: 5 } },
      actionId: newId("action"),
      desktop,
      space: "native",
      timeoutMs: 1_000,
      signal: new AbortController().signal,
      outages,
    });
  expect(await setCell(["CalcTools"])).toMatchObject({
    outcome: "error",
    errorCode: "action_failed",
    result: "action_failed: CalcTools is out of order. Use the window itself with mouse and keyboard.",
    fault: null,
  });
  expect((await desktop.observe()).appInfo).not.toContain("A1: 5");
  expect(await setCell(["WriterTools"])).toMatchObject({ outcome: "ok" });
  expect((await desktop.observe()).appInfo).toContain("A1: 5");
});
