import { withContext } from "@deskrl/testing/database";
import { createEpisode, createRunRow, createSuite } from "@deskrl/testing/factories";
import { beforeAll, describe, expect, it } from "vitest";
import { episodeFacets } from "./episode-facets.ts";
import type { EpisodeFilters } from "./filters.ts";
import { listEpisodes } from "./list-episodes.ts";

const fixture = withContext();
const COUNT = 60;
const VERDICTS = [
  { verdict: "succeeded", score: 1, cause: null },
  { verdict: "failed", score: 0, cause: "evaluator_rejected" },
  { verdict: "failed", score: 0, cause: "step_limit" },
  { verdict: "invalid", score: null, cause: "guest_timeout" },
] as const;

beforeAll(async () => {
  const suite = await createSuite(fixture.ctx, { tasks: 6 });
  const run = await createRunRow(fixture.ctx, suite, { spec: { episodes: COUNT } });
  for (let position = 0; position < COUNT; position += 1) {
    // Several rows share an instant, so that paging has ties to break.
    if (position % 3 === 0) fixture.clock.advance(1_000);
    const task = suite.tasks[position % 6];
    const result = VERDICTS[position % 4];
    if (!task || !result) continue;
    const finished = position < 56 ? { ...result, state: "finished", finishedAt: fixture.clock.now() } : {};
    await createEpisode(
      fixture.ctx,
      { run, task },
      {
        position,
        stepCount: position % 5,
        ...finished,
        policy: position % 2 ? "random" : "oracle",
        phaseId: position % 3 === 0 ? "ph_one" : position % 3 === 1 ? "ph_two" : null,
        iteration: position % 4,
        split: position % 2 ? "params" : "train",
      },
    );
  }
});

const sum = (facets: { count: number }[]) => facets.reduce((total, facet) => total + facet.count, 0);

describe("pages", () => {
  it.each(["newest", "oldest", "longest", "shortest"] as const)(
    "sorted by %s hold every row once, in order",
    async (sort) => {
      const ids: string[] = [];
      const values: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await listEpisodes(fixture.ctx, { limit: 7, sort, cursor });
        expect(page.total).toBe(COUNT);
        ids.push(...page.items.map((item) => item.id));
        values.push(
          ...page.items.map((item) =>
            sort === "newest" || sort === "oldest" ? item.queuedAt.getTime() : item.stepCount,
          ),
        );
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(ids).size).toBe(COUNT);
      const ascending = [...values].sort((a, b) => a - b);
      expect(values).toEqual(sort === "oldest" || sort === "shortest" ? ascending : ascending.reverse());
    },
  );

  it("refuse more than a hundred rows and cursors that are none", async () => {
    await expect(listEpisodes(fixture.ctx, { limit: 101 })).rejects.toMatchObject({ code: "invalid_input" });
    for (const cursor of ["nonsense", "", Buffer.from('["x","ep_1"]').toString("base64url")].filter(Boolean))
      await expect(listEpisodes(fixture.ctx, { cursor })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("filters", () => {
  it.each<[string, EpisodeFilters]>([
    ["none", {}],
    ["a verdict", { verdict: ["failed"] }],
    ["two causes", { cause: ["step_limit", "guest_timeout"] }],
    ["an application and a policy", { domain: "calc", policy: "oracle" }],
    ["a task", { taskKey: "task-003" }],
    ["a search", { q: "WRITE 2" }],
    ["steps", { minSteps: 2, maxSteps: 3 }],
    ["iterations of a phase", { window: "ph_one:2-3" }],
    ["iterations of two phases, of one split", { window: ["ph_one:0-0", "ph_two:1-9"], split: "params" }],
    [
      "everything at once",
      { verdict: ["failed", "invalid"], domain: ["calc", "writer"], q: "task", minSteps: 1 },
    ],
    ["what is not there", { q: "no such thing" }],
  ])("of %s give the list, its total and the facets the same rows", async (_name, filters) => {
    const page = await listEpisodes(fixture.ctx, { ...filters, limit: 100 });
    expect(page.items).toHaveLength(page.total);
    const facets = await episodeFacets(fixture.ctx, filters);
    for (const dimension of ["domain", "policy", "taskKey", "state"] as const) {
      const chosen = [filters[dimension] ?? []].flat();
      const counted = facets[dimension].filter(
        (facet) => chosen.length === 0 || chosen.some((value) => value === facet.value),
      );
      expect([dimension, sum(counted)]).toEqual([dimension, page.total]);
      for (const facet of counted)
        expect(facet.count).toBe(page.items.filter((item) => item[dimension] === facet.value).length);
    }
    const verdicts = [filters.verdict ?? []].flat();
    for (const facet of facets.verdict)
      if (verdicts.length === 0 || verdicts.some((value) => value === facet.value))
        expect(facet.count).toBe(page.items.filter((item) => item.verdict === facet.value).length);
  });

  it("of a window hold what was played in it, ends included, and nothing else", async () => {
    const { items, total } = await listEpisodes(fixture.ctx, { window: "ph_one:2-3", limit: 100 });
    expect(total).toBe(10);
    expect(items.every((item) => item.position % 3 === 0 && item.position % 4 >= 2)).toBe(true);
    await expect(listEpisodes(fixture.ctx, { window: "ph_one:all" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("do not let a chosen value hide its alternatives", async () => {
    const facets = await episodeFacets(fixture.ctx, { verdict: "succeeded" });
    expect(facets.verdict.map((facet) => facet.value).sort()).toEqual(["failed", "invalid", "succeeded"]);
    expect(facets.cause).toEqual([]);
  });
});
