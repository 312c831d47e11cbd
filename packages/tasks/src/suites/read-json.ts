import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { malformedTask, problemsOf } from "./malformed.ts";

/**
 * Reads a JSON file of a suite and checks its form.
 * @param where the file as messages name it
 * @throws AppError `task_malformed` with the field, what was received and what to do
 */
export async function readJson<S extends z.ZodType>(
  path: string,
  where: string,
  schema: S,
): Promise<z.output<S>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw malformedTask(where, [
      { field: "(whole file)", message: `the file cannot be read (${error.code})`, fix: "add the file" },
    ]);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `this is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    throw malformedTask(where, [{ field: "(whole file)", message, received: text.slice(0, 40) }]);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformedTask(where, problemsOf(parsed.error, value));
  return parsed.data;
}
