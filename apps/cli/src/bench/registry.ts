import { type BenchReport, benchDesktops } from "@deskrl/desktops/bench";
import { benchApiGui } from "./api-gui.ts";
import { benchEntropulse } from "./entropulse.ts";
import { benchFleet } from "./fleet.ts";
import { benchIngest } from "./ingest.ts";
import { benchLearn } from "./learn.ts";
import type { LearningBenchOptions } from "./learning/options.ts";
import { benchQuery } from "./query.ts";
import { benchRollout } from "./rollout.ts";
import { benchSimToReal } from "./sim-to-real.ts";
import { benchSoak } from "./soak.ts";
import { benchStepOverhead } from "./step-overhead.ts";
import { benchVnc } from "./vnc.ts";
import { benchWall } from "./wall.ts";

export interface BenchOptions extends LearningBenchOptions {
  image: string;
  desktops?: number;
  /** How long the soak goes on. */
  minutes?: number;
  /** Folder for pictures of the wall. */
  pictures?: string | undefined;
}

/** Every bench by its name on the command line. */
export const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<BenchReport>>> = {
  desktops: (options) => benchDesktops({ ...options, also: [benchStepOverhead] }),
  rollout: benchRollout,
  fleet: benchFleet,
  wall: benchWall,
  soak: benchSoak,
  vnc: benchVnc,
  ingest: benchIngest,
  query: benchQuery,
  learn: benchLearn,
  entropulse: benchEntropulse,
  "api-gui": benchApiGui,
  "sim-to-real": benchSimToReal,
};
