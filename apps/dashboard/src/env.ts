import { z } from "zod";

const Env = z.object({
  /** For `next dev` alone: where a control plane listens, so that its paths can be forwarded. Unset in production. */
  DESKRL_CONTROL_PLANE_URL: z.url().optional(),
});

/** The dashboard's environment. @throws ZodError that names the variable */
export function readEnv(variables: Record<string, string | undefined>) {
  const env = Env.parse({ DESKRL_CONTROL_PLANE_URL: variables.DESKRL_CONTROL_PLANE_URL || undefined });
  return { controlPlaneUrl: env.DESKRL_CONTROL_PLANE_URL?.replace(/\/$/, "") };
}
