import { Size } from "@deskrl/domain";
import { z } from "zod";
import { GuestAction } from "./guest.ts";

/** An action without what only its delivery needs. */
const RecordedAction = z
  .looseObject({ kind: z.string() })
  .transform((action) => ({ ...action, id: "recorded" }))
  .pipe(GuestAction);

/** One thing that was done to a simulated desktop: by set-up, the agent, or a person. Its order is its time. */
export const ScreenOperation = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("act"),
    action: RecordedAction,
    /** It was the first part of a step: that it changed nothing is no fault. */
    partial: z.boolean().optional(),
    /** How often in a row, for what a pointer does while it moves. */
    times: z.number().int().positive().max(1_000_000).optional(),
  }),
  z.object({ kind: z.literal("write_file"), path: z.string(), base64: z.string() }),
  z.object({ kind: z.literal("remove_file"), path: z.string() }),
  z.object({
    kind: z.literal("execute"),
    command: z.union([z.string(), z.array(z.string())]),
    cwd: z.string().optional(),
    stdin: z.string().optional(),
  }),
  z.object({ kind: z.literal("open_path"), path: z.string() }),
  z.object({ kind: z.literal("open_app"), app: z.string() }),
  z.object({ kind: z.literal("raise_window"), windowId: z.string() }),
  z.object({ kind: z.literal("close_window"), windowId: z.string() }),
  z.object({ kind: z.literal("save_documents") }),
  z.object({ kind: z.literal("set_clipboard"), text: z.string() }),
]);
export type ScreenOperation = z.infer<typeof ScreenOperation>;
/** As it is written down. */
export type ScreenOperationInput = z.input<typeof ScreenOperation>;

/**
 * What is kept of a simulated desktop's screen instead of a picture: all that was done to it since the picture before.
 * The recordings of an episode, first to last, make its desktop again as it was.
 */
export const ScreenRecording = z.object({
  /** Of the desktop, which decides where windows open. */
  seed: z.number().int(),
  screen: Size,
  /** Operations that came before these, so that a recording that is missing is noticed. */
  from: z.number().int().nonnegative(),
  operations: z.array(ScreenOperation),
  /** Tells the state after them from any other, so that a desktop that was made again differently is noticed. */
  digest: z.string(),
});
export type ScreenRecording = z.infer<typeof ScreenRecording>;
/** As it is written down. */
export type ScreenRecordingInput = z.input<typeof ScreenRecording>;
