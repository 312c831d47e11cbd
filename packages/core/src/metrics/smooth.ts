import type { Points } from "./points.ts";

/**
 * An exponential moving average over the whole curve: causal, so that a point never changes when later ones come, and
 * debiased, so that it does not lean towards zero or the first value at the begin. The window is in steps (2 / (window
 * + 1) is the weight of a step), whatever the distance of the points. NaN stands where the curve has no finite value.
 * @param phaseOf the phase that made a point: the average begins anew with each, since a phase changes what is measured
 * at once and a line that glides over the border would show a change that nobody logged
 */
export function smooth(
  points: Points,
  windowSteps: number,
  phaseOf: (index: number) => string | null = () => null,
): Float64Array {
  const smoothed = new Float64Array(points.length);
  const decay = windowSteps <= 1 ? 0 : (windowSteps - 1) / (windowSteps + 1);
  let sum = 0;
  let weight = 0;
  let before = Number.NaN;
  let phase: string | null = null;
  for (let index = 0; index < points.length; index += 1) {
    const step = points.step[index] ?? 0;
    const value = points.value[index] ?? Number.NaN;
    if (!Number.isFinite(value)) {
      smoothed[index] = Number.NaN;
      continue;
    }
    const own = phaseOf(index);
    if (own !== phase) before = Number.NaN;
    phase = own;
    const gap = step - before;
    const fade = Number.isNaN(gap) ? 0 : gap === 1 ? decay : decay ** gap;
    sum = fade * sum + value;
    weight = fade * weight + 1;
    before = step;
    smoothed[index] = sum / weight;
  }
  return smoothed;
}
