import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { TaskDefinition, TaskSolution } from "@deskrl/domain";
import { z } from "zod";
import type { SuiteFile, SuitePackage, SuiteTask } from "../types.ts";
import { malformedTask } from "./malformed.ts";
import { readJson } from "./read-json.ts";
import { validateTask } from "./validate-task.ts";

const SuiteManifest = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, { error: "expected a name in kebab-case" }),
  title: z.string().min(1),
  description: z.string().min(1),
});

const SOLUTION = ".solution.json";

async function suiteFile(directory: string, name: string, where: string): Promise<SuiteFile> {
  const root = join(directory, "files");
  const path = join(root, name);
  if (relative(root, path).startsWith("..") || !existsSync(path)) {
    const fix = `put it into ${basename(directory)}/files, or correct its name`;
    throw malformedTask(where, [
      { field: "config", message: "the suite has no such file", received: name, fix },
    ]);
  }
  return { name, bytes: await readFile(path) };
}

async function loadTask(directory: string, domain: string, file: string): Promise<SuiteTask> {
  const where = `${basename(directory)}/${domain}/${file}`;
  const path = join(directory, domain, file);
  const definition = await readJson(path, where, TaskDefinition);
  const id = file.slice(0, -".json".length);
  if (definition.id !== id) {
    const fix = `rename the file to ${definition.id}.json or set id to ${id}`;
    throw malformedTask(where, [
      { field: "id", message: "the id is not the file's name", received: definition.id, fix },
    ]);
  }
  const files = await Promise.all(
    validateTask(definition, where).map((name) => suiteFile(directory, name, where)),
  );
  const solutionPath = join(directory, domain, id + SOLUTION);
  const solution = existsSync(solutionPath)
    ? await readJson(solutionPath, `${basename(directory)}/${domain}/${id}${SOLUTION}`, TaskSolution)
    : null;
  return { definition, solution, domain, files };
}

/**
 * Loads a suite from its folder: `suite.json`, `<domain>/<task-id>.json`, `<domain>/<task-id>.solution.json` and the
 * files that set-up uploads below `files`. Every task is checked as a whole: steps, getters, functions and files.
 * @throws AppError `task_malformed` or `evaluator_unknown` with file, field, what was received and what to do
 */
export async function loadSuite(directory: string): Promise<SuitePackage> {
  const manifest = await readJson(
    join(directory, "suite.json"),
    `${basename(directory)}/suite.json`,
    SuiteManifest,
  );
  const folders = await readdir(directory, { withFileTypes: true });
  const domains = folders.filter((entry) => entry.isDirectory() && entry.name !== "files");
  const tasks: SuiteTask[] = [];
  const seen = new Map<string, string>();
  for (const domain of domains.map((entry) => entry.name).sort()) {
    const names = await readdir(join(directory, domain));
    for (const name of names.filter((n) => n.endsWith(".json") && !n.endsWith(SOLUTION)).sort()) {
      const task = await loadTask(directory, domain, name);
      const where = `${basename(directory)}/${domain}/${name}`;
      const earlier = seen.get(task.definition.id);
      if (earlier) {
        const message = `the id is taken by ${earlier}`;
        const fix = "give one of the two tasks another id";
        throw malformedTask(where, [{ field: "id", message, received: task.definition.id, fix }]);
      }
      seen.set(task.definition.id, where);
      tasks.push(task);
    }
  }
  return { ...manifest, tasks };
}
