import { expect, it } from "vitest";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import { sortFleet } from "./fleet-sort.logic.ts";

const row = (id: string, state: string, atMs: number, taskKey: string | null) =>
  ({
    id,
    state,
    updatedAt: new Date(atMs),
    episode: taskKey === null ? null : { taskKey },
  }) as EnvironmentRow;
const rows = [row("env_a", "ready", 1, null), row("env_b", "leased", 9, "z"), row("env_c", "leased", 5, "a")];
const ids = (list: EnvironmentRow[]) => list.map((each) => each.id).join(" ");

it("keeps tiles in their place unless asked", () => {
  expect(ids(sortFleet(rows, "place"))).toBe("env_a env_b env_c");
});

it("puts the agent that has been quiet the longest first, and idle desktops last", () => {
  expect(ids(sortFleet(rows, "stuck"))).toBe("env_c env_b env_a");
});

it("sorts by task and by need of attention", () => {
  expect(ids(sortFleet(rows, "task"))).toBe("env_c env_b env_a");
  expect(ids(sortFleet([...rows, row("env_d", "failed", 0, null)], "state"))).toBe("env_d env_b env_c env_a");
});
