import { AppError, type Step } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { EpisodeFilters } from "./filters.ts";
import { readPicture } from "./read-picture.ts";
import { scanEpisodes, scanSteps } from "./scan-episodes.ts";
import type { EpisodeView } from "./view.ts";

export const ExportOsworldInput = z.object({
  /** Only these; all that pass the filters when absent. */
  episodeIds: z.array(z.string()).optional(),
  ...EpisodeFilters.shape,
});
export type ExportOsworldInput = z.input<typeof ExportOsworldInput>;

export interface ExportedFile {
  path: string;
  bytes: Uint8Array;
}

const text = (value: string) => new TextEncoder().encode(value);
/** `20250131@142530`, UTC. */
const stamp = (at: Date) => at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "@");
const safe = (name: string) => name.replaceAll(/[^\w.-]/g, "_");

async function picture(ctx: CoreContext, hash: string | null): Promise<Uint8Array | null> {
  if (!hash) return null;
  try {
    return await readPicture(ctx, hash);
  } catch (error) {
    // A trajectory without one of its pictures is still worth having; its line names no file.
    if (AppError.from(error).code === "not_found") return null;
    throw error;
  }
}

interface TrajectoryLine {
  step: Step;
  last: boolean;
  screenshotFile: string | null;
}

function trajectoryLine({ step, last, screenshotFile }: TrajectoryLine): string {
  const line = {
    step_num: step.index + 1,
    action_timestamp: stamp(step.startedAt),
    action: step.code,
    response: step.responseText,
    reward: step.reward,
    done: last,
    info: { outcome: step.outcome, result: step.result, error_code: step.errorCode },
    screenshot_file: screenshotFile,
  };
  return `${JSON.stringify(line)}\n`;
}

async function* exportEpisode(
  ctx: CoreContext,
  { episode, folder }: { episode: EpisodeView; folder: string },
): AsyncIterable<ExportedFile> {
  const steps: Step[] = [];
  for await (const step of scanSteps(ctx, episode.id)) steps.push(step);
  let lines = "";
  for (const [position, step] of steps.entries()) {
    const next = steps[position + 1];
    // OSWorld's picture of a step is taken after its action: what the next step saw.
    const bytes = await picture(ctx, next ? next.observation.screenshot : episode.finalScreenshot);
    const screenshotFile = bytes && `step_${step.index + 1}_${stamp(step.startedAt)}.png`;
    if (bytes) yield { path: `${folder}/${screenshotFile}`, bytes };
    lines += trajectoryLine({ step, last: !next, screenshotFile });
  }
  if (episode.verdict === "invalid")
    lines += `${JSON.stringify({ Error: `${episode.cause}: ${episode.reason}` })}\n`;
  yield { path: `${folder}/traj.jsonl`, bytes: text(lines) };
  if (episode.score !== null) yield { path: `${folder}/result.txt`, bytes: text(`${episode.score}\n`) };
}

/**
 * Finished episodes in OSWorld's result layout: `<action space>/<observation>/<model>/<domain>/<task>/` with
 * `traj.jsonl`, the pictures and `result.txt`, which an invalid episode does not have. OSWorld knows one result per
 * task, so further episodes of a task go to result trees of their own: `pass_1`, `pass_2`, ….
 */
export async function* exportOsworld(
  ctx: CoreContext,
  options: ExportOsworldInput = {},
): AsyncIterable<ExportedFile> {
  const { episodeIds: ids, ...filters } = parseInput(ExportOsworldInput, options, "export");
  const passes = new Map<string, number>();
  const described = new Set<string>();
  for await (const episode of scanEpisodes(ctx, { filters, ids })) {
    if (episode.state !== "finished") continue;
    const model = `${safe(episode.policy)}-${safe(episode.policyVersion)}`;
    const task = `${model}/${safe(episode.domain)}/${safe(episode.taskKey)}`;
    const pass = (passes.get(task) ?? 0) + 1;
    passes.set(task, pass);
    const root = `pass_${pass}/api_gui/screenshot_a11y_tree`;
    if (!described.has(`${root}/${model}`)) {
      described.add(`${root}/${model}`);
      const args = {
        action_space: "api_gui",
        observation_type: "screenshot_a11y_tree",
        model,
        max_steps: episode.maxSteps,
      };
      yield { path: `${root}/${model}/args.json`, bytes: text(`${JSON.stringify(args, null, 2)}\n`) };
    }
    yield* exportEpisode(ctx, { episode, folder: `${root}/${task}` });
  }
}
