import type { RouterInputs, RouterOutputs } from "@deskrl/api";

export type EnvironmentRow = RouterOutputs["environment"]["list"]["items"][number];
export type EpisodeRow = RouterOutputs["episode"]["list"]["items"][number];
export type RunRow = RouterOutputs["run"]["list"]["items"][number];
export type WorkerRow = RouterOutputs["worker"]["list"]["items"][number];
export type WorkerDoorView = RouterOutputs["worker"]["door"];
export type TemplateRow = RouterOutputs["template"]["list"][number];
export type TaskRow = RouterOutputs["suite"]["tasks"]["items"][number];
export type SuiteRow = RouterOutputs["suite"]["list"]["items"][number];
export type TaskDetail = RouterOutputs["task"]["byId"];
export type StepRow = RouterOutputs["episode"]["steps"]["items"][number];
export type EpisodeFacets = RouterOutputs["episode"]["facets"];
export type AuditRow = RouterOutputs["audit"]["list"]["items"][number];
export type Training = RouterOutputs["training"]["byId"];
export type MetricAnswer = RouterOutputs["metrics"]["series"];
export type MetricName = RouterOutputs["metrics"]["names"][number];
export type SystemStatus = RouterOutputs["system"]["status"];

export type EnvironmentFilters = RouterInputs["environment"]["counts"];
export type EpisodeFilters = RouterInputs["episode"]["facets"];
export type EpisodeSort = NonNullable<RouterInputs["episode"]["list"]["sort"]>;
export type SaveTemplate = RouterInputs["template"]["save"];
export type NewTraining = RouterInputs["training"]["create"];
