import { idSchema } from "@deskrl/domain";
import { z } from "zod";

export const environmentInput = z.object({ id: idSchema("environment") });
export const workerInput = z.object({ id: idSchema("worker") });
export const runInput = z.object({ id: idSchema("run") });
export const episodeInput = z.object({ id: idSchema("episode") });
export const taskInput = z.object({ id: idSchema("task") });
