import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@deskrl/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeFiles } from "../../scripts/make-files.ts";
import { loadBuiltInSuites } from "./load-built-in-suites.ts";
import { loadSuite } from "./load-suite.ts";

const TASK = {
  id: "one",
  instruction: "Do it",
  config: [
    { type: "upload_file", parameters: { files: [{ local_path: "a.txt", path: "/home/user/a.txt" }] } },
  ],
  evaluator: {
    func: "check_text_file",
    result: { type: "vm_file", path: "/home/user/a.txt" },
    expected: { type: "rule", rules: { lines: ["x"] } },
  },
};

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "suite-")), "small");
  await mkdir(join(folder, "os"), { recursive: true });
  await mkdir(join(folder, "files"), { recursive: true });
  await writeFile(join(folder, "files", "a.txt"), "x\n");
  await writeFile(
    join(folder, "suite.json"),
    JSON.stringify({ name: "small", title: "Small", description: "One task" }),
  );
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

async function failure(task: unknown, name = "os/one.json"): Promise<AppError> {
  await writeFile(join(folder, name), typeof task === "string" ? task : JSON.stringify(task));
  const error: unknown = await loadSuite(folder).then(
    () => new Error("it was loaded"),
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw error;
}

const withEvaluator = (evaluator: object) => ({ ...TASK, evaluator: { ...TASK.evaluator, ...evaluator } });

describe("a good suite", () => {
  test("comes with each task's files, domain and solution", async () => {
    await writeFile(join(folder, "os", "one.json"), JSON.stringify({ ...TASK, proxy: false }));
    const solution = { oracle: ["Agent.exit(success=True)"], nearMiss: [], nearMissFault: "" };
    await writeFile(join(folder, "os", "one.solution.json"), JSON.stringify(solution));
    const suite = await loadSuite(folder);
    expect(suite).toMatchObject({ name: "small", title: "Small", description: "One task" });
    expect(suite.tasks).toHaveLength(1);
    expect(suite.tasks[0]).toMatchObject({ domain: "os", solution, files: [{ name: "a.txt" }] });
    expect(suite.tasks[0]?.definition).toMatchObject({ id: "one", proxy: false });
  });
});

describe("a malformed task is refused with file, field, what was received and what to do", () => {
  test("text that is not JSON", async () => {
    const error = await failure("{ id: ");
    expect(error.code).toBe("task_malformed");
    expect(error.where).toBe("small/os/one.json");
    expect(error.message).toContain("not JSON");
  });

  test("a missing instruction", async () => {
    const { instruction: _gone, ...rest } = TASK;
    const error = await failure(rest);
    expect(error).toMatchObject({ code: "task_malformed", where: "small/os/one.json" });
    expect(error.message).toMatch(/^Field instruction: .*received nothing/);
    expect(error.fix).toContain("instruction");
  });

  test("an unknown step type names those there are", async () => {
    const error = await failure({ ...TASK, config: [{ type: "teleport", parameters: {} }] });
    expect(error.message).toContain('Field config.0.type: unknown step type; received "teleport"');
    expect(error.fix).toContain("upload_file");
  });

  test("a download, with the way out", async () => {
    const error = await failure({ ...TASK, config: [{ type: "download", parameters: { files: [] } }] });
    expect(error.message).toContain("internet");
    expect(error.fix).toContain("upload_file");
  });

  test("a step with wrong parameters", async () => {
    const error = await failure({
      ...TASK,
      config: [{ type: "open", parameters: { path: "relative.txt" } }],
    });
    expect(error.message).toContain(
      'Field config.0.parameters.path: expected an absolute path of the desktop; received "relative.txt"',
    );
  });

  test("a postconfig step that does not exist", async () => {
    const error = await failure(withEvaluator({ postconfig: [{ type: "flush", parameters: {} }] }));
    expect(error.message).toContain("evaluator.postconfig.0.type");
  });

  test("an unknown evaluator function has a code of its own", async () => {
    const error = await failure(withEvaluator({ func: "is_pretty" }));
    expect(error.code).toBe("evaluator_unknown");
    expect(error.message).toContain('Field evaluator.func: unknown evaluator function; received "is_pretty"');
    expect(error.fix).toContain("exact_match");
  });

  test("an unknown getter", async () => {
    const error = await failure(withEvaluator({ result: { type: "crystal_ball" } }));
    expect(error.code).toBe("task_malformed");
    expect(error.message).toContain('Field evaluator.result.type: unknown getter; received "crystal_ball"');
  });

  test("a getter that gives what the function cannot judge", async () => {
    const error = await failure(withEvaluator({ result: { type: "list_directory", path: "/tmp" } }));
    expect(error.message).toContain("judges a file");
  });

  test("a field that a rule does not know", async () => {
    const error = await failure(
      withEvaluator({ expected: { type: "rule", rules: { lines: [], linez: [] } } }),
    );
    expect(error.message).toContain("evaluator.expected.rules");
    expect(error.message).toContain("linez");
  });

  test("an expression that is none", async () => {
    const result = { type: "vm_command_line", command: "ls" };
    const expected = { type: "rule", rules: { expect: ["("] } };
    const error = await failure({ ...TASK, evaluator: { func: "check_list", result, expected } });
    expect(error.message).toContain("evaluator.expected.rules.expect.0");
  });

  test("lists of unequal length", async () => {
    const error = await failure(
      withEvaluator({ func: ["check_text_file", "check_text_file"], result: [TASK.evaluator.result] }),
    );
    expect(error.message).toContain("expected a list of 2, one for each func");
  });

  test("a list in place of one", async () => {
    const error = await failure(withEvaluator({ result: [TASK.evaluator.result] }));
    expect(error.message).toContain("expected one, as func is one");
  });

  test("a check without a result", async () => {
    const error = await failure(withEvaluator({ result: undefined }));
    expect(error.message).toContain("Field evaluator.result: expected a getter");
  });

  test("a file that the suite does not have, also when it would lie outside of it", async () => {
    for (const name of ["b.txt", "../suite.json"]) {
      const files = [{ local_path: name, path: "/home/user/a.txt" }];
      const error = await failure({ ...TASK, config: [{ type: "upload_file", parameters: { files } }] });
      expect(error.message).toContain(`the suite has no such file; received "${name}"`);
    }
  });

  test("an id that another task has", async () => {
    await mkdir(join(folder, "calc"));
    await writeFile(join(folder, "calc", "one.json"), JSON.stringify(TASK));
    const error = await failure(TASK);
    expect(error.message).toContain("the id is taken by small/calc/one.json");
  });

  test("an id that is not the file's name", async () => {
    const error = await failure({ ...TASK, id: "two" });
    expect(error.fix).toContain("two.json");
  });

  test("a solution without lines", async () => {
    await writeFile(join(folder, "os", "one.json"), JSON.stringify(TASK));
    const error = await failure({ oracle: [], nearMiss: [], nearMissFault: "" }, "os/one.solution.json");
    expect(error.where).toBe("small/os/one.solution.json");
  });
});

describe("office-basics", () => {
  test("has at least 42 tasks in all areas, each with an oracle and a near miss, and two that cannot be done", async () => {
    const suites = await loadBuiltInSuites();
    const tasks = suites.find((suite) => suite.name === "office-basics")?.tasks ?? [];
    const count = (domain: string) => tasks.filter((task) => task.domain === domain).length;
    expect(tasks.length).toBeGreaterThanOrEqual(42);
    expect(count("calc")).toBeGreaterThanOrEqual(14);
    expect(count("writer")).toBeGreaterThanOrEqual(10);
    expect(count("impress")).toBeGreaterThanOrEqual(5);
    expect(count("os")).toBeGreaterThanOrEqual(6);
    expect(count("multi_apps")).toBeGreaterThanOrEqual(5);
    for (const { definition, solution } of tasks) {
      expect(solution?.oracle.length, definition.id).toBeGreaterThan(0);
      expect(solution?.nearMiss.length, definition.id).toBeGreaterThan(0);
      expect(solution?.nearMiss, definition.id).not.toEqual(solution?.oracle);
      expect(solution?.nearMissFault, definition.id).not.toBe("");
      expect(solution?.oracle.length, definition.id).toBeLessThanOrEqual(definition.max_steps ?? 0);
    }
    const infeasible = tasks.filter((task) => task.definition.evaluator.func === "infeasible");
    expect(infeasible.length).toBeGreaterThanOrEqual(2);
  });

  test("its committed files are what the script makes", async () => {
    const folder = new URL("../../suites/office-basics/files/", import.meta.url);
    for (const [name, bytes] of await makeFiles()) {
      const committed = await readFile(new URL(name, folder));
      expect(committed.equals(bytes), name).toBe(true);
    }
  });
});
