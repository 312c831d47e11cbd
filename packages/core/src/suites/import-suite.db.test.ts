import { withContext } from "@deskrl/testing/database";
import { beforeEach, expect, it } from "vitest";
import { clearFleet } from "../testing/fleet.ts";
import { getTask } from "./get-task.ts";
import { type ImportSuiteInput, importSuite } from "./import-suite.ts";
import { listSuites } from "./list-suites.ts";
import { listTasks } from "./list-tasks.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

function task(id: string, func = "exact_match"): ImportSuiteInput["tasks"][number] {
  return {
    definition: {
      id,
      instruction: `Do ${id}.`,
      evaluator: { func },
      snapshot: "base",
      unknown_field: { kept: [1] },
    },
    solution: { oracle: ["Agent.exit(success=True)"], nearMiss: [], nearMissFault: "" },
    domain: id.startsWith("c") ? "calc" : "writer",
    files: [{ name: `${id}.txt`, bytes: new TextEncoder().encode(id) }],
  };
}
const importTasks = (...tasks: ImportSuiteInput["tasks"]) =>
  importSuite(fixture.ctx, { name: "office", title: "Office", tasks });

it("imports a suite once, however often and by however many it is asked", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => importTasks(task("c1"), task("w1"))));
  expect(answers.filter((answer) => answer.changed)).toHaveLength(1);
  expect(await importTasks(task("w1"), task("c1"))).toMatchObject({ changed: false });
  expect((await listSuites(fixture.ctx)).items).toMatchObject([
    { name: "office", taskCount: 2, domains: { calc: 1, writer: 1 } },
  ]);
});

it("retires tasks that vanished, keeps their ids, and takes them back", async () => {
  await importTasks(task("c1"), task("w1"));
  const before = (await listTasks(fixture.ctx, { suite: "office" })).items;
  expect(await importTasks(task("c1"))).toMatchObject({ changed: true, tasks: 1, retired: 1 });
  expect((await listTasks(fixture.ctx, { suite: "office" })).items.map((item) => item.key)).toEqual(["c1"]);
  expect((await listTasks(fixture.ctx, { suite: "office", retired: true })).total).toBe(2);
  await importTasks(task("c1"), task("w1"));
  expect((await listTasks(fixture.ctx, { suite: "office" })).items).toEqual(before);
});

it("keeps a definition whole, its files as blobs, and never shows the solution", async () => {
  await importTasks(task("c1"), task("c2", "infeasible"));
  const { items } = await listTasks(fixture.ctx, { domain: "calc", q: "DO C" });
  expect(items.map((item) => [item.key, item.feasible])).toEqual([
    ["c1", true],
    ["c2", false],
  ]);
  const detail = await getTask(fixture.ctx, { id: items[0]?.id ?? "" });
  expect(detail.definition).toMatchObject({ snapshot: "base", unknown_field: { kept: [1] } });
  const [file] = detail.files;
  expect(Buffer.from(await fixture.ctx.blobs.get(file?.hash ?? "")).toString()).toBe("c1");
  expect(JSON.stringify([detail, items])).not.toContain("Agent.exit");
});

it("refuses two tasks with one id, and names a malformed field", async () => {
  await expect(importTasks(task("c1"), task("c1"))).rejects.toMatchObject({
    code: "task_malformed",
    message: expect.stringContaining("c1"),
  });
  const broken = { ...task("c1"), definition: { id: "c1", instruction: "", evaluator: { func: "x" } } };
  await expect(importTasks(broken)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("instruction"),
    where: "suite office",
  });
});
