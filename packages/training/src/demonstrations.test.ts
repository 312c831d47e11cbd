import { generateTasks, OFFICE_SPLITS, SOLUTION_STYLES } from "@deskrl/tasks/generator";
import { expect, test, vi } from "vitest";
import { demonstrate } from "./rollout/demonstrate.ts";

// Each test plays some hundred episodes.
vi.setConfig({ testTimeout: 60_000 });

test.each(OFFICE_SPLITS)("every action of every solution of %s is among the policy's candidates", (split) => {
  const templates = new Set<string>();
  let steps = 0;
  let candidates = 0;
  for (const [index, task] of generateTasks({ seed: 21, split, count: 40 }).entries()) {
    templates.add(task.template);
    for (const style of SOLUTION_STYLES) {
      const episode = demonstrate(task, { style, variant: index, actionSpace: "api-gui", maxSteps: 18 });
      expect(episode.verdict, `${task.instruction}: ${episode.reason}`).toBe("succeeded");
      for (const { choice } of episode.steps) {
        steps += 1;
        candidates += choice.candidates.length;
        expect(choice.candidates.length).toBeLessThan(100);
      }
    }
  }
  expect(templates.size).toBeGreaterThanOrEqual(split === "template" ? 6 : 28);
  expect(candidates / steps).toBeGreaterThan(25);
  expect(candidates / steps).toBeLessThan(60);
});

test("solutions by mouse and keyboard need no API", () => {
  for (const task of generateTasks({ seed: 22, split: "train", count: 40 })) {
    const episode = demonstrate(task, { style: "gui", variant: 0, actionSpace: "gui", maxSteps: 18 });
    expect(episode.steps.some(({ api }) => api)).toBe(false);
    const offered = episode.steps.flatMap(({ choice }) => choice.candidates).filter(({ api }) => api);
    expect(offered).toEqual([]);
  }
});
