import {
  createPolicy,
  InvalidEpisodeError,
  type PictureStore,
  type RunEpisodeOptions,
  runEpisode,
  type SetUp,
} from "@deskrl/agent";
import type { EnvironmentProvider } from "@deskrl/desktops";
import { AppError, type WorkerProblem } from "@deskrl/domain";
import { EpisodeAssignment, type JournalRecord } from "@deskrl/protocol";
import type { Evaluator } from "@deskrl/tasks";
import { type Tracer, trace } from "@opentelemetry/api";
import type { EnvironmentManager } from "../environments/environment-manager.ts";
import type { Journal } from "../journal/journal.ts";
import type { EpisodeKey } from "../journal/journal-name.ts";
import { settledWithin } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";
import { createEpisodeTrace, type EpisodeTrace, EpisodeTraces } from "./episode-trace.ts";
import { createRunningEpisode, type RunningEpisode } from "./running-episode.ts";

/** An episode as the control plane assigns it. */
export interface Assigned extends EpisodeKey {
  environmentId: string;
  assignmentJson: string;
}

export interface EpisodeRunnerOptions {
  environments: Pick<EnvironmentManager, "occupy" | "release">;
  provider: Pick<EnvironmentProvider, "reset">;
  journal: Journal;
  pictures: PictureStore;
  setUp: SetUp;
  evaluator: Evaluator;
  /** Makes spans of what is carried out. @default none */
  tracer?: Tracer;
  /** Why this worker takes no episode now, or undefined. @default it takes them */
  closedFor?: () => WorkerProblem | undefined;
  /** Tells the control plane that an episode cannot be taken. */
  refuse: (episode: EpisodeKey & { reason: string }) => void;
  log: Log;
}

/** Longest an assigned episode waits for its desktop to be cleaned. */
const OCCUPY_TIMEOUT_MS = 60_000;

/** Carries out the episodes that are assigned to this worker, each on its own desktop, all at the same time. */
export class EpisodeRunner {
  readonly #options: EpisodeRunnerOptions;
  readonly #running = new Map<string, RunningEpisode>();
  readonly #traces = new EpisodeTraces();
  #stopping = false;

  constructor(options: EpisodeRunnerOptions) {
    this.#options = options;
  }

  get running(): readonly RunningEpisode[] {
    return [...this.#running.values()];
  }

  /** Takes an episode, or says why not. An episode that runs already is not taken twice. */
  assign(assigned: Assigned): void {
    const { episodeId, epoch } = assigned;
    const present = this.#running.get(episodeId);
    if (present?.epoch === epoch) return;
    const closedFor = this.#options.closedFor?.();
    if (this.#stopping || present || closedFor) {
      const still = present && `It still runs at epoch ${present.epoch}.`;
      const reason = still ?? (this.#stopping ? "The worker is stopping." : (closedFor?.message ?? ""));
      present?.fence();
      this.#options.refuse({ episodeId, epoch, reason });
      return;
    }
    const episode = createRunningEpisode(assigned);
    this.#running.set(episodeId, episode);
    const { environmentId } = assigned;
    const log = this.#options.log.child({ episodeId, environmentId });
    episode.done = this.#carryOut(episode, assigned.assignmentJson, log)
      .catch((error: unknown) => log.error({ err: error }, "the end of an episode could not be recorded"))
      .finally(() => {
        this.#running.delete(episodeId);
        this.#options.environments.release(assigned.environmentId, episodeId);
      });
  }

  /** A person or the run cancelled it: it ends invalid. */
  cancel({ episodeId, epoch, reason }: EpisodeKey & { reason: string }): void {
    const cancelled = reason || "It was cancelled.";
    this.#at({ episodeId, epoch })?.interrupt(new InvalidEpisodeError("cancelled", cancelled));
  }

  /** Ends whatever runs under this id, for a reason on this worker's side. */
  interrupt(episodeId: string, error: InvalidEpisodeError): void {
    this.#running.get(episodeId)?.interrupt(error);
  }

  pause({ paused, ...key }: EpisodeKey & { paused: boolean }): void {
    this.#at(key)?.pauseGate.set(paused);
  }

  fence(claims: readonly EpisodeKey[]): void {
    for (const claim of claims) this.#at(claim)?.fence();
  }

  /** Takes nothing new, ends what runs as cancelled, and waits a bounded time until that is recorded. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping = true;
    const running = this.running;
    for (const episode of running) {
      episode.interrupt(new InvalidEpisodeError("worker_lost", "The worker is stopping."));
    }
    await settledWithin(Promise.all(running.map(({ done }) => done)), timeoutMs);
  }

  /** Its journal is stored whole, or never will be. */
  stored(key: EpisodeKey): void {
    this.#traces.stored(key);
  }

  #at({ episodeId, epoch }: EpisodeKey): RunningEpisode | undefined {
    const episode = this.#running.get(episodeId);
    return episode?.epoch === epoch ? episode : undefined;
  }

  async #carryOut(episode: RunningEpisode, assignmentJson: string, log: Log): Promise<void> {
    const { refuse } = this.#options;
    const { episodeId, epoch, signal } = episode;
    const writer = await this.#prepared(episode).catch((error: unknown) => {
      const { message, fix } = AppError.from(error);
      log.warn({ reason: message }, "refused an episode");
      if (!isFenced(signal)) refuse({ episodeId, epoch, reason: [message, fix].filter(Boolean).join(" ") });
      return null;
    });
    if (writer === null) return;
    try {
      const assignment = readAssignment(assignmentJson);
      if (assignment instanceof InvalidEpisodeError) await writer.record(endedBefore(assignment));
      else {
        const { runId } = assignment;
        const spans = this.#trace(episode, assignment);
        const record = async (entry: JournalRecord) => {
          await writer.record(entry);
          spans.note(entry);
        };
        const inRun = runId ? log.child({ runId }) : log;
        await this.#play(episode, assignment, { record, log: inRun }).finally(() => spans.ended());
      }
    } finally {
      writer.end();
    }
  }

  #trace(episode: RunningEpisode, { runId, task, policy, traceparent }: EpisodeAssignment): EpisodeTrace {
    const { episodeId, environmentId } = episode;
    const attributes = {
      ...{ "deskrl.episode": episodeId, "deskrl.environment": environmentId },
      ...{ "deskrl.run": runId ?? "", "deskrl.task": task.id, "deskrl.policy": policy },
    };
    const tracer = this.#options.tracer ?? trace.getTracer("deskrl-worker");
    return this.#traces.begin(episode, createEpisodeTrace({ tracer, traceparent, attributes }));
  }

  /** The desktop and the journal; neither when one cannot be had. */
  async #prepared(episode: RunningEpisode) {
    const { environments, journal } = this.#options;
    const { environmentId, episodeId } = episode;
    const signal = AbortSignal.any([episode.signal, AbortSignal.timeout(OCCUPY_TIMEOUT_MS)]);
    await environments.occupy(environmentId, episodeId, signal);
    return journal.begin(episode);
  }

  async #play(
    episode: RunningEpisode,
    assignment: EpisodeAssignment,
    { record, log }: Pick<RunEpisodeOptions, "record"> & { log: Log },
  ): Promise<void> {
    const { provider, pictures, setUp, evaluator } = this.#options;
    const { episodeId, environmentId, pauseGate, signal } = episode;
    log.info({ task: assignment.task.id, policy: assignment.policy }, "episode begins");
    const result = await runEpisode({
      episodeId,
      assignment,
      environmentId,
      provider,
      policy: createPolicy(assignment),
      evaluator,
      setUp,
      record,
      pictures,
      pauseGate,
      signal,
    });
    if (result === null) log.warn("episode fenced");
    else log.info({ verdict: result.verdict, cause: result.cause, reason: result.reason }, "episode ended");
  }
}

function readAssignment(json: string): EpisodeAssignment | InvalidEpisodeError {
  try {
    const assignment = EpisodeAssignment.parse(JSON.parse(json));
    createPolicy(assignment);
    return assignment;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return new InvalidEpisodeError("task_malformed", `The assignment cannot be carried out: ${message}`);
  }
}

function endedBefore({ invalidCause, message }: InvalidEpisodeError): JournalRecord {
  const result = { verdict: "invalid", score: null, cause: invalidCause, reason: message } as const;
  return { kind: "finished", result, finalScreenshot: null, at: new Date() };
}

function isFenced({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof AppError && reason.code === "fenced";
}
