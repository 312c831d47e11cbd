import { EpisodeResult, Step } from "@deskrl/domain";
import { z } from "zod";

/**
 * One line of a worker's journal. It is on the worker's disk before the next step begins and leaves it only when the
 * control plane has said that it is stored.
 */
export const JournalRecord = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("state"),
    state: z.enum(["resetting", "acting", "paused", "judging"]),
    at: z.coerce.date(),
  }),
  z.object({
    kind: z.literal("step"),
    step: Step,
    /** Where the step's picture is drawn when someone looks: a `ScreenRecording` as JSON text. */
    recording: z.string().optional(),
  }),
  z.object({
    kind: z.literal("finished"),
    result: EpisodeResult,
    /** The desktop as it was when the episode ended, for the reviewer. */
    finalScreenshot: z.string().nullable(),
    /** As in a step, for the last picture. */
    recording: z.string().optional(),
    at: z.coerce.date(),
  }),
]);
export type JournalRecord = z.infer<typeof JournalRecord>;
