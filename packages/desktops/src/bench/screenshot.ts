import { newId } from "@deskrl/domain";
import { type BenchContext, newEnvironmentIds, withBenchProvider } from "./context.ts";
import { type Figures, figure, percentile } from "./figures.ts";

/** The time from asking for a picture to its PNG bytes in this process, of a desktop with a spreadsheet open. */
export async function benchScreenshot(context: BenchContext, { count }: { count: number }): Promise<Figures> {
  const { template, signal, log } = context;
  log(`${count} screenshots of ${template.screen.width}x${template.screen.height}`);
  return withBenchProvider(context, { warm: 0 }, async (provider) => {
    const [environmentId = ""] = newEnvironmentIds(1);
    const desktop = await provider.ensure({ environmentId, template }, { signal });
    await desktop.act({ id: newId("action"), kind: "open_app", app: "libreoffice calc" }, { signal });
    const samples: number[] = [];
    let bytes = 0;
    for (let taken = 0; taken < count; taken += 1) {
      const startedAt = performance.now();
      const picture = await desktop.screenshot({ signal });
      samples.push(performance.now() - startedAt);
      bytes = picture.bytes.length;
    }
    log(`  p50 ${percentile(samples, 0.5).toFixed(1)} ms, ${Math.round(bytes / 1024)} KiB each`);
    return {
      screenshot_ms_p50: figure(percentile(samples, 0.5), "ms", count),
      screenshot_ms_p95: figure(percentile(samples, 0.95), "ms", count),
    };
  });
}
