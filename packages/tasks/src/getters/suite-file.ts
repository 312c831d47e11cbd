import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { type GetterContext, getterType, type Value } from "./getter-type.ts";

async function fromSuite(name: string, { files }: GetterContext): Promise<Value> {
  const file = files.find((candidate) => candidate.name === name);
  if (file) return { kind: "file", path: name, bytes: file.bytes };
  throw new AppError("task_malformed", `The task's file ${name} did not come with the task`, {
    where: "evaluator.expected",
    fix: `put ${name} into the suite's files folder and import the suite again`,
  });
}

/** A file of the suite, to compare with. */
export const suiteFile = getterType({
  gives: "file",
  parameters: z.looseObject({ path: z.string().min(1) }),
  needs: ({ path }) => [path],
  get: ({ path }, context) => fromSuite(path, context),
});

/** OSWorld's expected file. Nothing is fetched: the suite must hold it under its `dest` name. */
export const cloudFile = getterType({
  gives: "file",
  parameters: z.looseObject({ path: z.string(), dest: z.string().min(1) }),
  needs: ({ dest }) => [dest],
  get: ({ dest }, context) => fromSuite(dest, context),
});
