import type { Desktop } from "@deskrl/desktops";
import type { Observation } from "@deskrl/domain";
import { cut } from "../text.ts";
import { type Picture, type PictureStore, takePicture } from "./take-picture.ts";

/** Accessibility rows of one observation. */
export const MAX_ACCESSIBILITY_ROWS = 300;
/** Characters of the application's account of its document. */
export const MAX_APP_INFO_CHARACTERS = 5_000;

export interface Observed {
  observation: Observation;
  picture: Picture;
}

/**
 * What the policy sees: the picture and the text of one moment, asked for together.
 * @throws InvalidEpisodeError `screenshot_missing`; AppError when the guest does not answer
 */
export async function observe(options: {
  desktop: Desktop;
  pictures: PictureStore;
  episodeId: string;
  /** Of the step that it begins. */
  index: number;
  /** Whether the policy is to see the picture. */
  wantsPixels: boolean;
  previousResult: string;
  signal: AbortSignal;
}): Promise<Observed> {
  const { desktop, previousResult, signal } = options;
  const [picture, guest] = await Promise.all([
    takePicture(options),
    desktop.observe({ accessibility: true, signal }),
  ]);
  const observation: Observation = {
    screenshot: picture.name,
    screen: guest.screen,
    windows: guest.windows,
    foregroundApp: guest.foregroundApp,
    appInfo: cut(guest.appInfo, MAX_APP_INFO_CHARACTERS),
    accessibility: guest.accessibility.slice(0, MAX_ACCESSIBILITY_ROWS),
    accessibilityTruncated:
      guest.accessibilityTruncated || guest.accessibility.length > MAX_ACCESSIBILITY_ROWS,
    previousResult,
  };
  return { observation, picture };
}
