import type { Prisma } from "../generated/client.ts";

/** Rows as Prisma returns them, under names that do not clash with the domain's. */
export type WorkerRow = Prisma.WorkerModel;
export type EnvironmentRow = Prisma.EnvironmentModel;
export type TaskSuiteRow = Prisma.TaskSuiteModel;
export type TaskRow = Prisma.TaskModel;
export type RunRow = Prisma.RunModel;
export type EpisodeRow = Prisma.EpisodeModel;
export type StepRow = Prisma.StepModel;
export type EventRow = Prisma.EventModel;
export type AuditEntryRow = Prisma.AuditEntryModel;
export type BranchRow = Prisma.BranchModel;
export type PhaseRow = Prisma.PhaseModel;
export type TrainingJobRow = Prisma.TrainingJobModel;
export type PhaseSpanRow = Prisma.PhaseSpanModel;
export type GroupRow = Prisma.GroupModel;
export type PolicyVersionRow = Prisma.PolicyVersionModel;
export type MetricSeriesRow = Prisma.MetricSeriesModel;
