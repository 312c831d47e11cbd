/**
 * The whole fleet in columns: what a wall of thousands of desktops needs of each, and no more. A column holds one value
 * for each id, in the order of `id`; what repeats (workers, runs, tasks) is said once and referred to by its place.
 */
import { EnvironmentState, EpisodeState, ProviderName, Verdict } from "@deskrl/domain";
import { z } from "zod";

const Place = z.number().int().min(-1);
/** Milliseconds before `at`; -1 for never. */
const Ago = z.number().int().min(-1);

export const WallColumns = z.object({
  /** Milliseconds of the server's clock that the ages count from. */
  at: z.number(),
  workers: z.array(z.object({ id: z.string(), name: z.string(), lost: z.boolean() })),
  runs: z.array(z.object({ id: z.string(), name: z.string(), policy: z.string() })),
  tasks: z.array(z.object({ id: z.string(), key: z.string(), domain: z.string(), instruction: z.string() })),
  id: z.array(z.string()),
  worker: z.array(Place),
  /** Place in `EnvironmentState.options`. */
  state: z.array(Place),
  /** Place in `ProviderName.options`. */
  provider: z.array(Place),
  /** Age of the desktop's row: since when it is in its state. */
  changedAgo: z.array(Ago),
  createdAgo: z.array(Ago),
  /** Place in `Verdict.options` of the last episode on it that ended, and its score. */
  verdict: z.array(Place),
  score: z.array(z.number().nullable()),
  /** Place in `EpisodeState.options`; -1 for all columns below when there is no episode. */
  episode: z.array(Place),
  run: z.array(Place),
  task: z.array(Place),
  steps: z.array(Place),
  maxSteps: z.array(Place),
  startedAgo: z.array(Ago),
  /** When a step last came. */
  stepAgo: z.array(Ago),
  /** Since when the view has looked the same. */
  stillAgo: z.array(Ago),
  sameActions: z.array(Place),
  /** Only of those that have one, by id. */
  episodeId: z.record(z.string(), z.string()),
  reason: z.record(z.string(), z.string()),
  /** Who drives it by hand. */
  drivenBy: z.record(z.string(), z.string()),
  /** Who asked its agent to wait. */
  heldBy: z.record(z.string(), z.string()),
});
export type WallColumns = z.infer<typeof WallColumns>;

/** One desktop of the wall. Times are of the server's clock. */
export interface WallRow {
  id: string;
  workerId: string;
  workerName: string;
  workerLost: boolean;
  state: EnvironmentState;
  provider: ProviderName;
  stateReason: string | null;
  controlledBy: string | null;
  heldBy: string | null;
  changedAtMs: number;
  createdAtMs: number;
  lastVerdict: Verdict | null;
  lastScore: number | null;
  episode: WallEpisode | null;
}

export interface WallEpisode {
  id: string;
  state: EpisodeState;
  runId: string;
  runName: string;
  policy: string;
  taskId: string;
  taskKey: string;
  domain: string;
  instruction: string;
  stepCount: number;
  maxSteps: number;
  startedAtMs: number | null;
  lastStepAtMs: number | null;
  stillSinceMs: number | null;
  sameActions: number;
}

/** Gives each distinct id its place, in the order of first use. */
class Dictionary<T extends { id: string }> {
  readonly values: T[] = [];
  readonly #places = new Map<string, number>();

  place(value: T): number {
    const known = this.#places.get(value.id);
    if (known !== undefined) return known;
    this.#places.set(value.id, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Packs rows; `unpackWall` gives the same rows back, to the millisecond. */
export function packWall(rows: readonly WallRow[], at: number): WallColumns {
  const workers = new Dictionary<WallColumns["workers"][number]>();
  const runs = new Dictionary<WallColumns["runs"][number]>();
  const tasks = new Dictionary<WallColumns["tasks"][number]>();
  const ago = (ms: number | null | undefined) => (ms == null ? -1 : Math.max(0, Math.round(at - ms)));
  const sparse = (pick: (row: WallRow) => string | null | undefined) =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const value = pick(row);
        return value == null ? [] : [[row.id, value]];
      }),
    );
  const column = <T>(pick: (row: WallRow) => T) => rows.map(pick);
  const ofEpisode = (pick: (episode: WallEpisode) => number) =>
    rows.map(({ episode }) => (episode ? pick(episode) : -1));
  return {
    at,
    workers: workers.values,
    runs: runs.values,
    tasks: tasks.values,
    id: column(({ id }) => id),
    worker: column((row) => workers.place({ id: row.workerId, name: row.workerName, lost: row.workerLost })),
    state: column((row) => EnvironmentState.options.indexOf(row.state)),
    provider: column((row) => ProviderName.options.indexOf(row.provider)),
    changedAgo: column((row) => ago(row.changedAtMs)),
    createdAgo: column((row) => ago(row.createdAtMs)),
    verdict: column((row) => (row.lastVerdict ? Verdict.options.indexOf(row.lastVerdict) : -1)),
    score: column((row) => row.lastScore),
    episode: ofEpisode((episode) => EpisodeState.options.indexOf(episode.state)),
    run: ofEpisode(({ runId: id, runName: name, policy }) => runs.place({ id, name, policy })),
    task: ofEpisode(({ taskId: id, taskKey: key, domain, instruction }) =>
      tasks.place({ id, key, domain, instruction }),
    ),
    steps: ofEpisode((episode) => episode.stepCount),
    maxSteps: ofEpisode((episode) => episode.maxSteps),
    startedAgo: ofEpisode((episode) => ago(episode.startedAtMs)),
    stepAgo: ofEpisode((episode) => ago(episode.lastStepAtMs)),
    stillAgo: ofEpisode((episode) => ago(episode.stillSinceMs)),
    sameActions: ofEpisode((episode) => episode.sameActions),
    episodeId: sparse((row) => row.episode?.id),
    reason: sparse((row) => row.stateReason),
    drivenBy: sparse((row) => row.controlledBy),
    heldBy: sparse((row) => row.heldBy),
  };
}

/** Rows of columns. A row whose values this build cannot read is left out. */
export function unpackWall(columns: WallColumns): WallRow[] {
  return columns.id.flatMap((id, index) => unpackRow(columns, id, index) ?? []);
}

function unpackRow(columns: WallColumns, id: string, index: number): WallRow | null {
  const { at } = columns;
  const number = (values: readonly number[]) => values[index] ?? -1;
  const time = (values: readonly number[]) => (number(values) < 0 ? null : at - number(values));
  const worker = columns.workers[number(columns.worker)];
  const state = EnvironmentState.options[number(columns.state)];
  const provider = ProviderName.options[number(columns.provider)];
  if (!worker || !state || !provider) return null;
  return {
    id,
    workerId: worker.id,
    workerName: worker.name,
    workerLost: worker.lost,
    state,
    provider,
    stateReason: columns.reason[id] ?? null,
    controlledBy: columns.drivenBy[id] ?? null,
    heldBy: columns.heldBy[id] ?? null,
    changedAtMs: time(columns.changedAgo) ?? at,
    createdAtMs: time(columns.createdAgo) ?? at,
    lastVerdict: Verdict.options[number(columns.verdict)] ?? null,
    lastScore: columns.score[index] ?? null,
    episode: unpackEpisode(columns, id, { number, time }),
  };
}

function unpackEpisode(
  columns: WallColumns,
  id: string,
  read: { number: (values: readonly number[]) => number; time: (values: readonly number[]) => number | null },
): WallEpisode | null {
  const { number, time } = read;
  const episodeId = columns.episodeId[id];
  const state = EpisodeState.options[number(columns.episode)];
  const run = columns.runs[number(columns.run)];
  const task = columns.tasks[number(columns.task)];
  if (!episodeId || !state || !run || !task) return null;
  return {
    id: episodeId,
    state,
    runId: run.id,
    runName: run.name,
    policy: run.policy,
    taskId: task.id,
    taskKey: task.key,
    domain: task.domain,
    instruction: task.instruction,
    stepCount: number(columns.steps),
    maxSteps: number(columns.maxSteps),
    startedAtMs: time(columns.startedAgo),
    lastStepAtMs: time(columns.stepAgo),
    stillSinceMs: time(columns.stillAgo),
    sameActions: number(columns.sameActions),
  };
}
