import { withContext } from "@deskrl/testing/database";
import { beforeEach, expect, it } from "vitest";
import { clearTraining, startTraining } from "../testing/trainer.ts";
import { getGroup, listGroups } from "./list-groups.ts";
import { listPolicyVersions } from "./list-policy-versions.ts";

const fixture = withContext();
beforeEach(() => clearTraining(fixture.ctx));

async function createPhase() {
  const { phase } = await startTraining(fixture.ctx);
  return phase();
}

it("lists groups newest iteration first, page by page, each once, by state", async () => {
  const { ctx } = fixture;
  const { id: phaseId } = await createPhase();
  const states = ["trained", "no_spread", "dropped"];
  await ctx.db.prisma.group.createMany({
    data: Array.from({ length: 30 }, (_, at) => ({
      phaseId,
      iteration: Math.floor(at / 10),
      index: at % 10,
      taskKey: `task-${at}`,
      size: 8,
      state: states[at % 3] ?? "trained",
      succeeded: 1,
      invalid: 0,
    })),
  });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listGroups(ctx, { phaseId, limit: 7, ...(cursor ? { cursor } : {}) });
    expect(page.total).toBe(30);
    seen.push(...page.items.map((group) => `${group.iteration}.${group.index}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(
    [2, 1, 0].flatMap((iteration) => [...Array(10).keys()].map((at) => `${iteration}.${at}`)),
  );
  expect(
    (await listGroups(ctx, { phaseId, state: "dropped" })).items.every((one) => one.state === "dropped"),
  ).toBe(true);
  expect(await getGroup(ctx, { phaseId, iteration: 1, index: 4 })).toMatchObject({
    group: { taskKey: "task-14" },
    episodes: [],
  });
  await expect(getGroup(ctx, { phaseId, iteration: 9, index: 0 })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("lists policy versions newest first", async () => {
  const { ctx } = fixture;
  const { id: phaseId, branchId } = await createPhase();
  await ctx.db.prisma.policyVersion.createMany({
    data: [1, 2, 3].map((number) => ({ branchId, phaseId, number, step: number * 10 })),
  });
  const first = await listPolicyVersions(ctx, { branchId, limit: 2 });
  expect(first.items.map((one) => one.number)).toEqual([3, 2]);
  const second = await listPolicyVersions(ctx, { branchId, limit: 2, cursor: first.nextCursor ?? "" });
  expect(second).toMatchObject({ items: [{ number: 1 }], nextCursor: null, total: 3 });
});
