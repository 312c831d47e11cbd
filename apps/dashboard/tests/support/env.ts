import { z } from "zod";

const Environment = z.object({
  /** A browser elsewhere than where a package manager puts it. */
  CHROMIUM_PATH: z.string().default(""),
});

export const env = Environment.parse(process.env);
