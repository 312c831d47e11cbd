import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { audit } from "./routers/audit.ts";
import { auth } from "./routers/auth.ts";
import { environment } from "./routers/environment.ts";
import { episode } from "./routers/episode.ts";
import { metrics } from "./routers/metrics.ts";
import { run } from "./routers/run.ts";
import { suite } from "./routers/suite.ts";
import { system } from "./routers/system.ts";
import { task } from "./routers/task.ts";
import { template } from "./routers/template.ts";
import { token } from "./routers/token.ts";
import { training } from "./routers/training.ts";
import { user } from "./routers/user.ts";
import { worker } from "./routers/worker.ts";
import { createRouter } from "./trpc.ts";

/** The whole surface that a browser or a program may call. */
export const appRouter = createRouter({
  audit,
  auth,
  environment,
  episode,
  metrics,
  run,
  suite,
  system,
  task,
  template,
  token,
  training,
  user,
  worker,
});

export type AppRouter = typeof appRouter;
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;
