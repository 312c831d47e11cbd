import { z } from "zod";
import calc from "./calc-tools.json" with { type: "json" };
import writer from "./writer-tools.json" with { type: "json" };

export { pythonCall, pythonLiteral } from "./python-literal.ts";

/** One application API in OpenAI's function-tool form; `name` is `Class.method`. */
export const ToolFunction = z.object({
  type: z.literal("function"),
  function: z.object({
    name: z.string().regex(/^[A-Z][A-Za-z]+Tools\.[a-z_]+$/),
    description: z.string(),
    parameters: z.object({
      type: z.literal("object"),
      properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
      required: z.array(z.string()).default([]),
      additionalProperties: z.literal(false),
    }),
  }),
});
export type ToolFunction = z.infer<typeof ToolFunction>;

/** Every application API, by the foreground application that offers it. */
export const TOOL_REGISTRY: Readonly<Record<string, readonly ToolFunction[]>> = {
  calc: z.array(ToolFunction).parse(calc),
  writer: z.array(ToolFunction).parse(writer),
};
