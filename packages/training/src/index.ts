export { createTrainer, resumeTrainer } from "./create-trainer.ts";
export { readCheckpoint, readPolicy } from "./phase-checkpoint.ts";
export { type ResolvedSettings, resolveSettings, SETTINGS } from "./settings.ts";
export * from "./types.ts";
