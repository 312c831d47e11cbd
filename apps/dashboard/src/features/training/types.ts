import type { BranchArm, PhaseKind } from "@deskrl/domain";
import type { GroupSummary, PoolReport } from "@deskrl/protocol";
import type { EpisodeRow, Training } from "../../lib/api/types.ts";

export type Suggestion = Training["suggestions"][string];

export interface SettingSpec {
  name: string;
  label: string;
  default: number | string | boolean;
  min?: number;
  max?: number;
  integer?: boolean;
  choices?: readonly string[];
  origin: "paper" | "public config" | "ours";
  note: string;
}
export type Catalog = Readonly<Record<PhaseKind, readonly SettingSpec[]>>;

export interface GroupRow extends GroupSummary {
  phaseId: string;
}

export interface PolicyVersionRow {
  branchId: string;
  number: number;
  phaseId: string;
  step: number;
  checkpoint: string | null;
  createdAt: Date;
}

export interface Comparison {
  arms: {
    arm: BranchArm;
    seed: number;
    evaluations: {
      afterKind: PhaseKind;
      ordinal: number;
      step: number;
      bySplit: Record<string, { success: number; entropy: number; n: number }>;
    }[];
  }[];
  paired: {
    a: BranchArm;
    b: BranchArm;
    split: string;
    mean: number;
    se: number | null;
    wins: number;
    seeds: number;
  }[];
  evidence: "none" | "one seed, not evidence" | "no gain in this run" | "gain";
  text: string;
}

export interface Pool {
  phaseId: string;
  branchId: string;
  report: PoolReport;
}

export type GroupEpisode = EpisodeRow;
