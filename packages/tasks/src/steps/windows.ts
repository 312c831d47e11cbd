import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { type StepContext, type StepType, stepType } from "./step-type.ts";
import { matchingWindows } from "./wait-for-window.ts";

const parameters = z.object({
  window_name: z.string().min(1),
  strict: z.boolean().default(false),
  by_class: z.boolean().default(false),
});

function windowStep(
  name: string,
  act: (context: StepContext, match: { title: string; strict: boolean; byClass: boolean }) => Promise<void>,
): StepType {
  return stepType({
    parameters,
    async run({ window_name, strict, by_class }, context) {
      const match = { title: window_name, strict, byClass: by_class };
      const { windows } = await context.desktop.observe({ accessibility: false, signal: context.signal });
      if (matchingWindows(windows, match).length > 0) return act(context, match);
      if (context.phase === "postconfig") return;
      const open = windows.map((window) => `"${window.title}"`).join(", ") || "none";
      throw new AppError("action_failed", `There is no window "${window_name}"`, {
        where: name,
        fix: `open it in an earlier step; open windows: ${open}`,
      });
    },
  });
}

/** Brings a window to the front. */
export const activateWindow = windowStep("activate_window", (context, match) =>
  context.desktop.activateWindow(match, { signal: context.signal }),
);

/** Closes a window; the desktop resolves only once it is gone. */
export const closeWindow = windowStep("close_window", (context, match) =>
  context.desktop.closeWindow(match, { signal: context.signal }),
);
