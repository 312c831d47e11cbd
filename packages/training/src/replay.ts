import { drawRecordings, takeSimScreenshot } from "@deskrl/desktops/sim";
import { type ActionOutcome, AppError, type Observation, type Point, type ToolCall } from "@deskrl/domain";
import type { OfficeTask } from "@deskrl/tasks/generator";
import { ActionPlans, type ActionSpaceName, spaceFor } from "./rollout/action-plans.ts";
import { playSimEpisode } from "./rollout/sim-episode.ts";
import { openSuite, type Suite } from "./rollout/suite.ts";
import type { SuiteSpec } from "./types.ts";

/** An episode as it is kept: where it began and what was done. */
export interface ReplayRequest {
  suite: SuiteSpec;
  actionSpace: ActionSpaceName;
  taskKey: string;
  /** Of the simulated desktop. */
  seed: number;
  /** Code lines, in order. */
  actions: readonly string[];
}

export interface ReplayedStep {
  /** What was seen before the action. */
  observation: Observation;
  call: ToolCall;
  /** Native points the action touched, in order. */
  points: readonly Point[];
  outcome: ActionOutcome;
  result: string;
}

/** Plays kept episodes again. Suites are made once and kept. */
export class EpisodeReplayer {
  readonly #suites = new Map<string, Suite>();
  readonly #mostSuites: number;

  constructor({ mostSuites = 4 }: { mostSuites?: number } = {}) {
    this.#mostSuites = mostSuites;
  }

  /**
   * Every step with what was seen before it.
   * @throws AppError `not_found` for a task that the suite has not
   */
  replay(request: ReplayRequest): ReplayedStep[] {
    const observations: Observation[] = [];
    const { steps } = this.#play(request, (_, observation) => observations.push(observation));
    return steps.flatMap(({ choice, outcome, result }, index) => {
      const observation = observations[index];
      if (!observation) return [];
      const { call, plan } = planOf(request, choice.code, observation);
      const points = plan.kind === "guest" ? plan.points : [];
      return [{ observation, call, points, outcome, result }];
    });
  }

  /**
   * The screen before the action of an index; the index after the last one is what was left at the end.
   * @param options.width of a small JPEG, in pixels; a PNG in full size without
   * @throws AppError `not_found` for an index beyond that
   */
  async picture(
    request: ReplayRequest,
    index: number,
    options: { width?: number | undefined } = {},
  ): Promise<Uint8Array> {
    let picture: Promise<Uint8Array> | null = null;
    let seen = 0;
    this.#play({ ...request, actions: request.actions.slice(0, index) }, (sim) => {
      if (seen++ === index) picture = takeSimScreenshot(sim, options);
    });
    if (picture) return picture;
    throw new AppError("not_found", `The episode has no step ${index}.`, { where: request.taskKey });
  }

  /**
   * The screen that recordings of a simulated desktop, first to last, lead to.
   * @throws AppError `invalid_input`, `not_found`, `conflict` when they cannot be read, are incomplete, or lead elsewhere
   */
  drawn(recordings: readonly string[], options: { width?: number | undefined } = {}): Promise<Uint8Array> {
    return drawRecordings(recordings, options);
  }

  #play(
    { suite, actionSpace, taskKey, seed, actions }: ReplayRequest,
    watch: NonNullable<Parameters<typeof playSimEpisode>[0]["watch"]>,
  ) {
    const task = this.#taskOf(suite, taskKey);
    let next = 0;
    const choose = () => {
      const code = actions[next++];
      return code === undefined ? null : { code, answer: code };
    };
    return playSimEpisode({ task, seed, actionSpace, maxSteps: actions.length, choose, watch });
  }

  #taskOf(spec: SuiteSpec, key: string): OfficeTask {
    const name = JSON.stringify([spec.seed, spec.trainTasks, spec.heldOutTasks]);
    const suite = this.#suites.get(name) ?? openSuite(spec);
    this.#suites.delete(name);
    this.#suites.set(name, suite);
    const oldest = this.#suites.keys().next().value;
    if (this.#suites.size > this.#mostSuites && oldest !== undefined) this.#suites.delete(oldest);
    const task = suite.byKey(key);
    if (task) return task;
    throw new AppError("not_found", `There is no generated task ${key}.`, {
      where: `office-gen with seed ${spec.seed}`,
      fix: "It was made by another release of the generator; its actions are kept, its pictures are not.",
    });
  }
}

const plans = new ActionPlans({ width: 1280, height: 720 });

function planOf({ actionSpace }: ReplayRequest, code: string, { foregroundApp }: Observation) {
  return plans.of(code, spaceFor(actionSpace, foregroundApp));
}
