import { withContext } from "@deskrl/testing/database";
import { beforeEach, expect, test } from "vitest";
import { reportEnvironment } from "../environments/report-environment.ts";
import { buildJournal, clearFleet, createFleet } from "../testing/fleet.ts";
import { ingestJournal } from "./ingest-journal.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

const ROUNDS = 10;

test("a desktop is free again however the end of its episode and the reports of its reset interleave", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await clearFleet(fixture.ctx);
    const { worker, environments, episodes } = await createFleet(fixture.ctx);
    const [environment] = environments;
    const [episode] = episodes;
    if (!environment || !episode) throw new Error("no fleet was made");
    const report = (state: "resetting" | "ready") =>
      reportEnvironment(fixture.ctx, {
        workerId: worker.id,
        environmentId: environment.id,
        state,
        generation: environment.generation + 1,
      });
    await report("resetting");
    await Promise.all([
      ingestJournal(fixture.ctx, { workerId: worker.id, entries: buildJournal(episode.id) }),
      report("ready"),
    ]);
    const row = await fixture.ctx.db.prisma.environment.findUniqueOrThrow({ where: { id: environment.id } });
    expect(row).toMatchObject({ state: "ready", episodeId: null });
  }
});
