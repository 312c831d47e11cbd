/** Steps that an episode of a generated task may take. */
export { definitionOf, filesOf, MAX_STEPS } from "./definition.ts";
export { type GenerateOptions, generateTasks } from "./generate-tasks.ts";
export { judgeOnSim, type OfficeVerdict } from "./judge-on-sim.ts";
export type { OracleView } from "./oracle/hands.ts";
export { createOracle, type Oracle } from "./oracle/oracle.ts";
export { setUpOnSim } from "./set-up-sim.ts";
export {
  OFFICE_SPLITS,
  type OfficeSplit,
  type OfficeTask,
  type OfficeTool,
  SOLUTION_STYLES,
  type SolutionStyle,
} from "./types.ts";
