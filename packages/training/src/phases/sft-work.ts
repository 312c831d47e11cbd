import { Random, type SftSample, sftStep } from "@deskrl/learning";
import { allOrNothing } from "../learner-state.ts";
import { seedOf } from "../rollout/seeds.ts";
import { mean } from "../rollout/statistics.ts";
import { evaluateHeldOut, probePolicy } from "./held-out.ts";
import { breathe, type PhaseContext, type UnitOptions } from "./phase-work.ts";

/** Units that an SFT over so many samples takes: some batches each, never across the end of an epoch. */
export function sftPlan({ settings }: PhaseContext, samples: number) {
  const perEpoch = Math.ceil(samples / settings.number("batch"));
  const unitsPerEpoch = Math.max(1, Math.ceil(perEpoch / settings.number("chunkBatches")));
  return { perEpoch, unitsPerEpoch, units: samples === 0 ? 0 : unitsPerEpoch * settings.number("epochs") };
}

/** The batches of unit number `state.step`. The order of an epoch follows from the seed and its number alone. */
export async function sftUnit(
  context: PhaseContext,
  samples: readonly SftSample[],
  { unitsPerEpoch, ...options }: UnitOptions & { unitsPerEpoch: number },
): Promise<Record<string, number>> {
  const { state, settings, baseSeed } = context;
  const { signal, onProgress } = options;
  const size = settings.number("batch");
  const epoch = Math.floor(state.step / unitsPerEpoch);
  const order = Random.fromSeed(seedOf(baseSeed, "epoch", epoch)).shuffle([...samples.keys()]);
  const batches = Array.from({ length: Math.ceil(order.length / size) }, (_, index) =>
    order.slice(index * size, (index + 1) * size).flatMap((sample) => samples[sample] ?? []),
  );
  const chunk = settings.number("chunkBatches");
  const from = (state.step % unitsPerEpoch) * chunk;
  const mine = batches.slice(from, from + chunk);
  await breathe(signal);
  const rates = { learningRate: settings.number("learningRate"), gradNorm: settings.number("gradNorm") };
  const reports = allOrNothing(state, () =>
    mine.map((batch, index) => {
      signal?.throwIfAborted();
      if (index % 16 === 0) onProgress?.({ done: index, total: mine.length, what: "batches" });
      const report = sftStep(state, batch, rates);
      state.dataCursor += batch.length;
      return report;
    }),
  );
  state.policyVersion += 1;
  return {
    "policy/loss": mean(reports.map(({ loss }) => loss)),
    "policy/grad_norm": mean(reports.map(({ gradNorm }) => gradNorm)),
    ...(await probePolicy(context, options)),
    ...(await evaluateHeldOut(context, options)),
  };
}
