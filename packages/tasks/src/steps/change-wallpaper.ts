import { z } from "zod";
import { executeChecked } from "./execute.ts";
import { GuestPath } from "./parameters.ts";
import { stepType } from "./step-type.ts";

/** Shows a picture of the desktop's disk as its wallpaper. */
export const changeWallpaper = stepType({
  parameters: z.object({ path: GuestPath }),
  async run({ path }, context) {
    const command = ["pcmanfm", "--set-wallpaper", path, "--wallpaper-mode=stretch"];
    await executeChecked({ command, shell: false, timeout: 15, exit_codes: [0] }, context);
  },
});
