import type { Desktop } from "@deskrl/desktops";
import { pictureRef } from "@deskrl/domain";
import { takeScreenshot } from "./take-screenshot.ts";

/** Keeps a picture and answers with the name (its hash) that a step refers to it by. */
export interface PictureStore {
  put(bytes: Uint8Array, mediaType: "image/png"): Promise<string>;
}

/** A picture of the screen as it is kept: as a file, or as what was done to the desktop. */
export interface Picture {
  /** What a step refers to it by. */
  name: string;
  /** Null when nobody asked for them and they need not be drawn. */
  pixels: Uint8Array | null;
  /** What goes into the record beside the name; undefined for a picture that is a file. */
  recording: string | undefined;
  /** To be called once the record is on disk. */
  recorded: () => void;
  /** Milliseconds spent on keeping it. */
  storeMs: number;
}

/**
 * The screen as it is now. Where it follows from what was done to the desktop, that is kept instead, for whoever looks
 * later: drawing and encoding it would be nearly all of what a step costs.
 * @param options.index of the step that it is for, or the number of steps for the last one
 * @throws InvalidEpisodeError `screenshot_missing`; AppError when the guest does not answer
 */
export async function takePicture(options: {
  desktop: Desktop;
  pictures: PictureStore;
  episodeId: string;
  index: number;
  /** Whether the policy is to see it. */
  wantsPixels: boolean;
  signal: AbortSignal;
}): Promise<Picture> {
  const { desktop, pictures, episodeId, index, wantsPixels, signal } = options;
  const { recorder } = desktop;
  // Before anything is waited for: it belongs to what the desktop shows at this moment.
  const recording = recorder?.pending();
  if (recorder && recording) {
    const pixels = wantsPixels ? await takeScreenshot(desktop, signal) : null;
    return {
      name: pictureRef(episodeId, index),
      pixels,
      recording: JSON.stringify(recording),
      recorded: () => recorder.kept(recording),
      storeMs: 0,
    };
  }
  const pixels = await takeScreenshot(desktop, signal);
  const storeStart = performance.now();
  const name = await pictures.put(pixels, "image/png");
  const storeMs = performance.now() - storeStart;
  return { name, pixels, recording: undefined, recorded: () => {}, storeMs };
}
