import { z } from "zod";
import { getterType } from "./getter-type.ts";

/** The expectation stands in the task itself. */
export const rule = getterType({
  gives: "json",
  parameters: z.looseObject({ rules: z.json() }),
  get: async ({ rules }) => ({ kind: "json", value: rules }),
});
