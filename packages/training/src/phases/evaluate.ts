import { z } from "zod";
import { play } from "../rollout/play.ts";
import { seedOf } from "../rollout/seeds.ts";
import { episodeMetrics } from "../rollout/statistics.ts";
import { type PlayedEpisode, SPLITS, type Split } from "../types.ts";
import { breathe, type PhaseContext, type PhaseWork, type UnitOptions } from "./phase-work.ts";

/** Sums of one split; rates follow from them. */
const Tally = z.object({
  judged: z.number(),
  succeeded: z.number(),
  steps: z.number(),
  entropy: z.number(),
  api: z.number(),
});
const Tallies = z.record(z.string(), Tally);
type Tallies = z.infer<typeof Tallies>;

/** Plays tasks of all four splits with the policy as it is; nothing is trained. @param saved of an earlier `save` */
export function evaluate(context: PhaseContext, saved: unknown): PhaseWork {
  const { settings, state, suite } = context;
  const size = settings.number("chunkTasks");
  const chunks = SPLITS.flatMap((split) => {
    const count = Math.min(settings.number("tasksPerSplit"), suite.tasks[split].length);
    return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
      split,
      from: index * size,
      to: Math.min(count, (index + 1) * size),
    }));
  });
  const tallies: Tallies = saved === null ? {} : Tallies.parse(saved);
  return {
    plannedSteps: chunks.length,
    async unit(options) {
      const chunk = chunks[state.step];
      if (!chunk) throw new Error(`there is no chunk ${state.step} of ${chunks.length}`);
      const episodes = await playChunk(context, chunk, options);
      tallies[chunk.split] = add(tallies[chunk.split], episodes);
      state.dataCursor += episodes.length;
      const { "episode/invalid_fraction": invalid } = episodeMetrics(episodes);
      return {
        metrics: {
          ...ratesOf(tallies),
          ...(invalid === undefined ? {} : { "episode/invalid_fraction": invalid }),
        },
        episodes,
        groups: [],
        evaluation: state.step === chunks.length - 1 ? ratesOf(tallies) : null,
      };
    },
    pool: () => null,
    save: () => tallies,
  };
}

async function playChunk(
  { options, settings, state, suite, baseSeed }: PhaseContext,
  { split, from, to }: { split: Split; from: number; to: number },
  { signal, onProgress }: UnitOptions,
): Promise<PlayedEpisode[]> {
  const greedy = settings.text("decide") === "greedy";
  const episodes: PlayedEpisode[] = [];
  for (const [offset, task] of suite.tasks[split].slice(from, to).entries()) {
    if (offset % 8 === 0) await breathe(signal);
    onProgress?.({ done: offset, total: to - from, what: `tasks of ${split}` });
    const member = from + offset;
    const { record } = play({
      network: state.network,
      task,
      place: {
        phaseId: options.phaseId,
        iteration: state.step,
        group: -1,
        member,
        retry: 0,
        policyVersion: state.policyVersion,
        split,
      },
      actionSpace: options.actionSpace,
      maxSteps: settings.number("maxSteps"),
      temperature: settings.number("temperature"),
      seed: greedy ? null : seedOf(baseSeed, "evaluation", split, member),
      before: () => options.beforeEpisode?.({ iteration: state.step, group: -1, member, retry: 0 }),
    });
    episodes.push(record);
  }
  return episodes;
}

function add(
  before: z.infer<typeof Tally> | undefined,
  episodes: readonly PlayedEpisode[],
): z.infer<typeof Tally> {
  const sum = { ...(before ?? { judged: 0, succeeded: 0, steps: 0, entropy: 0, api: 0 }) };
  for (const { verdict, steps } of episodes) {
    if (verdict === "invalid") continue;
    sum.judged += 1;
    sum.succeeded += verdict === "succeeded" ? 1 : 0;
    sum.steps += steps.length;
    for (const step of steps) {
      sum.entropy += step.entropy;
      sum.api += step.api ? 1 : 0;
    }
  }
  return sum;
}

/** `evaluation/success_train`, `evaluation/entropy_train`, … for the splits that were begun. */
function ratesOf(tallies: Tallies): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const [split, { judged, succeeded, steps, entropy, api }] of Object.entries(tallies)) {
    if (judged > 0) {
      rates[`evaluation/success_${split}`] = succeeded / judged;
      rates[`evaluation/steps_${split}`] = steps / judged;
    }
    if (steps > 0) {
      rates[`evaluation/entropy_${split}`] = entropy / steps;
      rates[`evaluation/api_share_${split}`] = api / steps;
    }
  }
  return rates;
}
