import { parseEnv } from "@deskrl/config";
import { z } from "zod";

const Environment = z.object({
  CI: z.string().default(""),
  NO_COLOR: z.string().default(""),
  DOCKER_HOST: z.string().min(1).optional(),
});

export const env = parseEnv(Environment, process.env);

/** What child processes inherit: everything, plus what the launcher adds. */
export const inheritedEnv: NodeJS.ProcessEnv = process.env;
