export { definitionOf, MAX_STEPS, type OfficeTarget } from "./definition.ts";
export { type GenerateOptions, generateTasks } from "./generate-tasks.ts";
export { judgeOnSim, type OfficeVerdict } from "./judge-on-sim.ts";
export { domainOf, OFFICE_GEN, type OfficeGenOptions, officeGenSuite } from "./office-gen-suite.ts";
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
