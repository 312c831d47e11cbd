import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { GuestPath } from "./parameters.ts";
import { stepType } from "./step-type.ts";

/** Puts files of the suite on the desktop. `local_path` is a name below the suite's `files` folder. */
export const uploadFile = stepType({
  parameters: z.object({
    files: z.array(z.object({ local_path: z.string().min(1), path: GuestPath })).min(1),
  }),
  needs: ({ files }) => files.map((file) => file.local_path),
  async run({ files }, { desktop, files: available, signal }) {
    for (const { local_path: name, path } of files) {
      const file = available.find((candidate) => candidate.name === name);
      if (!file) {
        throw new AppError("task_malformed", `The task's file ${name} did not come with the task`, {
          where: `upload_file to ${path}`,
          fix: `put ${name} into the suite's files folder and import the suite again`,
        });
      }
      await desktop.files.write(path, file.bytes, { signal });
    }
  },
});
