import { createLoader } from "nuqs/server";
import { expect, it } from "vitest";
import {
  exportSearch,
  trajectoriesHref,
  trajectoryParsers,
  trajectoryQuery,
  windowWords,
} from "./trajectory-filters.logic.ts";

const load = createLoader(trajectoryParsers);
const read = (href: string) => load(new URL(href, "http://x").searchParams);

it("brings every filter back from the address it wrote", () => {
  const params = {
    ...read("/trajectories"),
    verdict: ["failed" as const, "invalid" as const],
    cause: ["step_limit" as const],
    domain: ["calc", "multi app, two"],
    task: ["calc-sum"],
    policy: ["random"],
    run: "run_1",
    window: ["ph_a1:10-40", "ph_b2:0-3"],
    split: ["params"],
    superseded: false,
    q: "a&b=c",
    sort: "longest" as const,
  };
  expect(read(trajectoriesHref(params))).toEqual(params);
});

it("drops values it does not know instead of failing", () => {
  expect(read("/trajectories?verdict=wonderful&sort=sideways")).toMatchObject({ sort: "newest" });
});

it("gives list, facets and exports the same filters", () => {
  const filters = trajectoryQuery(read("/trajectories?verdict=failed&task=a,b&run=run_1&sort=longest"));
  expect(filters).toEqual({ verdict: ["failed"], taskKey: ["a", "b"], runId: "run_1" });
  expect(exportSearch(filters)).toBe("?verdict=failed&taskKey=a&taskKey=b&runId=run_1");
});

it("asks for windows of iterations, and says them in words", () => {
  const filters = trajectoryQuery(read("/trajectories?window=ph_a1:10-40,nonsense&split=params,moon"));
  expect(filters).toEqual({ window: ["ph_a1:10-40"], split: ["params"] });
  expect(windowWords("ph_a1:10-40")).toBe("iterations 10 to 40");
  expect(windowWords("ph_a1:7-7")).toBe("iteration 7");
});

it("exports everything when nothing is filtered", () => {
  expect(exportSearch(trajectoryQuery(read("/trajectories")))).toBe("");
});
