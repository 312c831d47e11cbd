import { AppError } from "@deskrl/domain";
import type { GoalKind } from "./goals/goal-kind.ts";
import { HELD_OUT_POOL, TRAIN_POOL } from "./pools.ts";
import { hashOf, Random } from "./random.ts";
import { GOAL_KINDS, HELD_OUT_TEMPLATES, type Template, TRAIN_TEMPLATES } from "./templates.ts";
import type { DeskState, Goal, OfficeSplit, OfficeTask, OfficeTool } from "./types.ts";
import { instructionFor } from "./wording.ts";
import { DOCUMENTS, World } from "./world.ts";

export interface GenerateOptions {
  seed: number;
  count: number;
  split: OfficeSplit;
  /** Leaves out what the desktops of this provider cannot show; `sim`, which shows all, by default. */
  provider?: "sim" | "docker";
}

/** Share of the tasks that use an API at all in which it is out of order: a quarter of all tasks. */
const OUTAGE_SHARE = 1 / 3;
const CLOSED_SHARE = 0.15;
const DISTRACTOR_OPEN_SHARE = 0.6;

/**
 * Tasks of one split, the same for the same options; more of them begin with the same ones. Templates come in turn, so
 * that each has its share.
 * @throws AppError `invalid_input` for a count or seed that is no whole number
 */
export function generateTasks({ seed, count, split, provider = "sim" }: GenerateOptions): OfficeTask[] {
  for (const [name, value] of Object.entries({ seed, count })) {
    if (Number.isSafeInteger(value) && value >= 0) continue;
    throw new AppError("invalid_input", `${name} is ${value}`, {
      where: "office-gen",
      fix: "give a whole number that is not negative",
    });
  }
  const all = split === "template" ? HELD_OUT_TEMPLATES : TRAIN_TEMPLATES;
  const templates = all.filter(({ simOnly }) => provider === "sim" || !simOnly);
  const tasks: OfficeTask[] = [];
  let round: Template[] = [];
  for (let index = 0; index < count; index++) {
    if (round.length === 0) round = new Random(`${seed}/${split}/${index}`).shuffled(templates);
    const template = round.pop();
    if (template)
      tasks.push(makeTask(template, { split, provider, name: `${seed}/${split}/${provider}/${index}` }));
  }
  return tasks;
}

function makeTask(
  template: Template,
  { split, provider, name }: { split: OfficeSplit; provider: "sim" | "docker"; name: string },
): OfficeTask {
  const random = new Random(name);
  const world = new World(split === "train" ? TRAIN_POOL : HELD_OUT_POOL, random);
  const made = template.kinds.map((kind) => {
    const known = kindOf(kind);
    return { goal: { kind, ...known.make(world) }, wordings: known.wordings };
  });
  const goals = made.map(({ goal }) => goal);
  const expected = copyOf(world.state);
  for (const goal of goals) goal.apply(expected);
  const tools = goals.flatMap(({ tool }) => tool ?? []);
  return {
    key: `og-${hashOf(name).toString(36)}${hashOf(`${name}/`).toString(36)}`,
    template: template.name,
    split,
    instruction: instructionFor(made, { random, heldOut: split === "phrasing" }),
    start: world.state,
    expected,
    opens: opensOf(world, { goals, mayBeClosed: provider === "sim" }),
    outage: outageOf(tools, random),
    simOnly: template.simOnly,
    goals,
  };
}

function kindOf(name: string): GoalKind {
  const kind = GOAL_KINDS.get(name);
  if (!kind) throw new Error(`there is no kind of goal ${name}`);
  return kind;
}

function outageOf(tools: readonly OfficeTool[], random: Random): OfficeTool | null {
  return tools.length > 0 && random.chance(OUTAGE_SHARE) ? random.pick(tools) : null;
}

/**
 * Documents is always open; the main documents mostly are, and some of the others. On a real desktop a double click opens
 * a text in an editor without an API, so that what is needed is open there.
 */
function opensOf(
  { random, book, text, distractors }: World,
  { goals, mayBeClosed }: { goals: readonly Goal[]; mayBeClosed: boolean },
): string[] {
  const needed = [book.path, text.path].filter((path) =>
    goals.some(({ words }) => Object.values(words).includes(path.slice(path.lastIndexOf("/") + 1))),
  );
  const rest = [book.path, text.path, ...distractors].filter((path) => !needed.includes(path));
  return random.shuffled([
    DOCUMENTS,
    ...needed.filter(() => !random.chance(CLOSED_SHARE) || !mayBeClosed),
    ...rest.filter(() => random.chance(DISTRACTOR_OPEN_SHARE / 2)),
  ]);
}

function copyOf({ files, folders, settings }: DeskState): DeskState {
  return { files: new Map(files), folders: new Set(folders), settings };
}
