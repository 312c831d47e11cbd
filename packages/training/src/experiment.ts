export { type RunSeedOptions, runSeed, type SeedRow } from "./experiment/run-seed.ts";
export {
  allStages,
  EXPERIMENT,
  type ExperimentSettings,
  type Stage,
  shortStages,
  UNTRAINED,
} from "./experiment/stages.ts";
export {
  entropyOf,
  heldOutDifference,
  type MeanOfSeeds,
  meanOf,
  type PairedDifference,
  pairedDifference,
  successOf,
} from "./experiment/summary.ts";
