import { MetricSeriesInput, metricNames, metricSeries } from "@deskrl/core";
import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import { viewerProcedure } from "../trpc.ts";

export const metrics = {
  names: viewerProcedure
    .input(z.object({ runId: idSchema("run") }))
    .query(({ ctx, input }) => metricNames(ctx.core, input)),
  series: viewerProcedure.input(MetricSeriesInput).query(({ ctx, input }) => metricSeries(ctx.core, input)),
};
