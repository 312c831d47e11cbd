import {
  EnvironmentState,
  EpisodeCause,
  EpisodeState,
  idSchema,
  PolicyName,
  RunState,
  Verdict,
} from "@deskrl/domain";
import { z } from "zod";

/** Where a page of a list starts and how many rows it has. */
export const page = {
  cursor: z.string().min(1).max(500).optional(),
  limit: z.number().int().min(1).max(100).default(50),
};

const words = z.array(z.string().min(1).max(200)).max(100).optional();
const search = z.string().max(200).optional();

export const EnvironmentFilters = z.object({
  states: z.array(EnvironmentState).optional(),
  workerIds: z.array(idSchema("worker")).max(100).optional(),
  runId: idSchema("run").optional(),
  /** Part of an id, a task, a run's name or a worker's name. */
  search,
});

export const EpisodeFilters = z.object({
  runId: idSchema("run").optional(),
  environmentId: idSchema("environment").optional(),
  states: z.array(EpisodeState).optional(),
  verdicts: z.array(Verdict).optional(),
  causes: z.array(EpisodeCause).optional(),
  domains: words,
  tasks: words,
  policies: z.array(PolicyName).optional(),
  search,
});

export const RunFilters = z.object({ states: z.array(RunState).optional(), search });

export const environmentInput = z.object({ id: idSchema("environment") });
export const runInput = z.object({ id: idSchema("run") });
export const episodeInput = z.object({ id: idSchema("episode") });
export const taskInput = z.object({ id: idSchema("task") });
