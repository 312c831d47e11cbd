import { addGeneratedTasks, type CoreContext, missingTaskKeys, TRAINING_SUITE } from "@deskrl/core";
import type { TrainerJob } from "@deskrl/protocol";
import { definitionOf, generateTasks, OFFICE_SPLITS, type OfficeTask } from "@deskrl/tasks/generator";

const SUITE = {
  name: TRAINING_SUITE,
  title: "Generated office tasks",
  description: "Tasks that training runs made from their seeds; a run's own pages show which it used.",
};

/** Tasks described and stored at a time. */
const CHUNK = 50;

/** Sees to it that the tasks of training jobs are in the database, which their episodes refer to; once each. */
export class TrainingTasks {
  readonly #core: CoreContext;
  readonly #ready = new Map<string, Promise<unknown>>();

  constructor(core: CoreContext) {
    this.#core = core;
  }

  async ensure(suite: TrainerJob["suite"]): Promise<void> {
    const key = JSON.stringify(suite);
    const adding = this.#ready.get(key) ?? this.#add(suite);
    this.#ready.set(key, adding);
    try {
      await adding;
    } catch (error) {
      this.#ready.delete(key);
      throw error;
    }
  }

  async #add({ seed, trainTasks, heldOutTasks }: TrainerJob["suite"]): Promise<void> {
    const tasks = OFFICE_SPLITS.flatMap((split) =>
      generateTasks({ seed, split, count: split === "train" ? trainTasks : heldOutTasks }),
    );
    const keys = tasks.map((task) => task.key);
    const missing = await missingTaskKeys(this.#core, { suite: SUITE.name, keys });
    const added = tasks.filter(({ key }) => missing.has(key));
    // Definitions carry their input files, which take a while to make: others get their turn between two chunks.
    for (let at = 0; at < added.length; at += CHUNK) {
      const chunk = added.slice(at, at + CHUNK);
      await addGeneratedTasks(this.#core, {
        suite: SUITE,
        tasks: chunk.map((task) => ({ definition: definitionOf(task), domain: domainOf(task) })),
      });
    }
  }
}

const DOMAINS = { CalcTools: "calc", WriterTools: "writer" } as const;

function domainOf({ goals }: OfficeTask): string {
  const domains = new Set(goals.map(({ tool }) => (tool ? DOMAINS[tool] : "os")));
  const [only] = domains;
  return domains.size === 1 && only ? only : "multi_apps";
}
