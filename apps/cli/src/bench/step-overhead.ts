import { open } from "node:fs/promises";
import { join } from "node:path";
import { measureStepOverhead } from "@deskrl/agent";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import {
  type BenchContext,
  type Figures,
  figure,
  percentile,
  withBenchProvider,
} from "@deskrl/desktops/bench";
import { newId } from "@deskrl/domain";

/** The first steps warm caches on both sides and say nothing of the thousand that follow. */
const WARM_UP_STEPS = 5;
const STEPS = 100;

/** The time of a step that is not the guest's action, recorded as a worker does: picture and journal line on disk. */
export async function benchStepOverhead(context: BenchContext): Promise<Figures> {
  const { stateDir, signal, log, template } = context;
  log(`${STEPS} steps of the episode loop`);
  return withBenchProvider(context, { warm: 0 }, async (provider) => {
    const environmentId = newId("environment");
    await provider.ensure({ environmentId, template }, { signal });
    const blobs = createFilesystemBlobStore({ root: join(stateDir, "blobs") });
    const journal = await open(join(stateDir, "journal.jsonl"), "a");
    try {
      const all = await measureStepOverhead({
        provider,
        environmentId,
        steps: WARM_UP_STEPS + STEPS,
        pictures: blobs,
        record: async (record) => {
          await journal.write(`${JSON.stringify(record)}\n`);
          await journal.datasync();
        },
        signal,
      });
      const samples = all.slice(WARM_UP_STEPS);
      const p95 = percentile(samples, 0.95);
      log(`  p50 ${percentile(samples, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
      return {
        step_overhead_ms_p50: figure(percentile(samples, 0.5), "ms", samples.length),
        step_overhead_ms_p95: figure(p95, "ms", samples.length),
      };
    } finally {
      await journal.close();
    }
  });
}
