import { useDesktop } from "@deskrl/testing";
import { expect, test } from "vitest";
import { measureStepOverhead } from "./measure-step-overhead.ts";

const desk = useDesktop();

test("every step has an overhead, of which the guest's own time is no part", async () => {
  const records: unknown[] = [];
  const overheadMs = await measureStepOverhead({
    provider: desk.provider,
    environmentId: desk.desktop.environmentId,
    steps: 6,
    pictures: { put: async () => "0".repeat(64) },
    record: async (record) => {
      records.push(record);
    },
    signal: new AbortController().signal,
  });
  expect(overheadMs).toHaveLength(6);
  for (const ms of overheadMs) expect(ms).toBeGreaterThan(0);
  expect(records).toHaveLength(2 + 6 + 2);
});
