import { z } from "zod";
import { CoordinateSpace, Point, Size } from "./geometry.ts";
import { idSchema } from "./ids.ts";

/** What became of an action. `unknown`: the answer was lost, it may have been carried out. */
export const ActionOutcome = z.enum(["ok", "error", "timed_out", "unknown", "not_executed"]);
export type ActionOutcome = z.infer<typeof ActionOutcome>;

/** Sha-256 of a blob, 64 hex digits. */
export const BlobHash = z.string().regex(/^[0-9a-f]{64}$/);
export type BlobHash = z.infer<typeof BlobHash>;

/** A picture: a blob, or a step of an episode whose pictures are drawn again when someone looks, as `ep_….<index>`. */
export const PictureRef = z.string().regex(/^(?:[0-9a-f]{64}|ep_[A-Za-z0-9._-]{1,80}\.\d+)$/);
export type PictureRef = z.infer<typeof PictureRef>;

/** Names the screen that an episode saw before the action of an index, or, after the last one, left. */
export function pictureRef(episodeId: string, index: number): PictureRef {
  return `${episodeId}.${index}`;
}

/** The episode and index of such a name; null for the hash of a blob. */
export function parsePictureRef(ref: string): { episodeId: string; index: number } | null {
  const match = /^(ep_[A-Za-z0-9._-]{1,80})\.(\d+)$/.exec(ref);
  return match?.[1] ? { episodeId: match[1], index: Number(match[2]) } : null;
}

export const Window = z.object({
  id: z.string(),
  app: z.string(),
  title: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  focused: z.boolean(),
  minimized: z.boolean(),
});
export type Window = z.infer<typeof Window>;

/** One row of the accessibility tree: a named, visible, interactive element with its centre. */
export const AccessibilityRow = z.object({
  role: z.string(),
  name: z.string(),
  text: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type AccessibilityRow = z.infer<typeof AccessibilityRow>;

/** What the policy saw before it acted. The picture is a blob; everything else is text. */
export const Observation = z.object({
  screenshot: PictureRef.nullable(),
  screen: Size,
  windows: z.array(Window),
  /** Short name of the foreground application (`calc`, `writer`, `terminal`, …) or null when the desktop has focus. */
  foregroundApp: z.string().nullable(),
  /** The foreground application's own account of its document, cut at 5,000 characters. */
  appInfo: z.string(),
  accessibility: z.array(AccessibilityRow),
  accessibilityTruncated: z.boolean(),
  previousResult: z.string(),
});
export type Observation = z.infer<typeof Observation>;

/** A parsed action: one call of one tool. GUI actions are calls of `Agent`. */
export const ToolCall = z.object({
  tool: z.string(),
  method: z.string(),
  args: z.record(z.string(), z.json()),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Milliseconds spent in each part of a step. */
export const StepTiming = z.object({
  observeMs: z.number(),
  policyMs: z.number(),
  executeMs: z.number(),
  recordMs: z.number(),
  totalMs: z.number(),
});
export type StepTiming = z.infer<typeof StepTiming>;

/** One observation → action → outcome of an episode, exactly as recorded. */
export const Step = z.object({
  episodeId: idSchema("episode"),
  index: z.number().int().nonnegative(),
  actionId: idSchema("action"),
  observation: Observation,
  /** What the policy answered, whole. */
  responseText: z.string(),
  thought: z.string(),
  /** The one line of code, as written; empty when none was found. */
  code: z.string(),
  /** Null when the text could not be parsed. */
  call: ToolCall.nullable(),
  formatOk: z.boolean(),
  coordinateSpace: CoordinateSpace,
  /** Native points the action touched, in order (a drag has two): what the overlay draws. */
  points: z.array(Point),
  outcome: ActionOutcome,
  /** What the application answered, or the error with what to do. */
  result: z.string(),
  errorCode: z.string().nullable(),
  /** Filled once the episode is judged: the step reward of StepGRPO. */
  reward: z.number().nullable(),
  logProb: z.number().nullable(),
  entropy: z.number().nullable(),
  startedAt: z.coerce.date(),
  timing: StepTiming,
});
export type Step = z.infer<typeof Step>;
