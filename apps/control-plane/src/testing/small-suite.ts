import type { SuitePackage } from "@deskrl/tasks";

/** A suite of two tasks, one with an input file. */
export const SMALL_SUITE: SuitePackage = {
  name: "small",
  title: "Small",
  description: "Two tasks for tests.",
  tasks: ["first", "second"].map((id) => ({
    definition: {
      id,
      instruction: `Do the ${id} thing.`,
      config: [],
      related_apps: ["calc"],
      evaluator: { func: "infeasible", conj: "and", postconfig: [] },
    },
    solution: { oracle: ["Agent.exit(success=False)"], nearMiss: ["Agent.wait()"], nearMissFault: "waits" },
    domain: "calc",
    files: id === "first" ? [{ name: "input.txt", bytes: Buffer.from("input") }] : [],
  })),
};
