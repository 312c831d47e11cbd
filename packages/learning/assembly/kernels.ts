/**
 * The inner loops of the score network for tables of width 4, two numbers at a time (AssemblyScript, SIMD).
 *
 * Every sum is made in the order and precision of the plain TypeScript (`src/plain.ts`, `src/adam.ts`): doubles in
 * registers, single precision in memory. So the results are the same bit for bit, on every machine, with or without this.
 */

let mask: i32 = 0;
let hidden: i32 = 0;
// Addresses; the table begins the weights, the dense part (W, b, v) stands behind it. Values and moments likewise.
let weights: usize = 0;
let values: usize = 0;
let firstMoments: usize = 0;
let secondMoments: usize = 0;
let touched: usize = 0;
let tokens: usize = 0;
let members: usize = 0;
let offsets: usize = 0;
let states: usize = 0;
let mixed: usize = 0;
let tokenSums: usize = 0;
let tokenGradients: usize = 0;
let sums: usize = 0;
let pre: usize = 0;
let scores: usize = 0;
let scoreGradients: usize = 0;
let dense: usize = 0;

/** Sets the sizes of the network and where its arrays stand. */
export function placeNetwork(
  tableBits: i32,
  hiddenUnits: i32,
  weightsAt: usize,
  valuesAt: usize,
  firstMomentsAt: usize,
  secondMomentsAt: usize,
  touchedAt: usize,
): void {
  mask = (1 << tableBits) - 1;
  hidden = hiddenUnits;
  weights = weightsAt;
  values = valuesAt;
  firstMoments = firstMomentsAt;
  secondMoments = secondMomentsAt;
  touched = touchedAt;
}

/** Sets where a decision and what is computed of it stand. */
export function placeDecision(
  tokensAt: usize,
  membersAt: usize,
  offsetsAt: usize,
  statesAt: usize,
  mixedAt: usize,
  tokenSumsAt: usize,
  tokenGradientsAt: usize,
  sumsAt: usize,
  preAt: usize,
  scoresAt: usize,
  scoreGradientsAt: usize,
  denseAt: usize,
): void {
  tokens = tokensAt;
  members = membersAt;
  offsets = offsetsAt;
  states = statesAt;
  mixed = mixedAt;
  tokenSums = tokenSumsAt;
  tokenGradients = tokenGradientsAt;
  sums = sumsAt;
  pre = preAt;
  scores = scoresAt;
  scoreGradients = scoreGradientsAt;
  dense = denseAt;
}

/** Offset in bytes, within the table, of the row of a token with a state token that was mixed. */
function rowOf(token: i32, mixedState: i32): usize {
  let h = (token ^ mixedState) * <i32>0x85ebca6b;
  h ^= h >>> 15;
  h *= <i32>0xc2b2ae35;
  return <usize>(((h ^ (h >>> 13)) & mask) << 4);
}

/** The same of four state tokens at once. */
function rowsOf(token: v128, mixedStates: v128, limit: v128): v128 {
  let h = i32x4.mul(v128.xor(token, mixedStates), i32x4.splat(<i32>0x85ebca6b));
  h = v128.xor(h, i32x4.shr_u(h, 15));
  h = i32x4.mul(h, i32x4.splat(<i32>0xc2b2ae35));
  return i32x4.shl(v128.and(v128.xor(h, i32x4.shr_u(h, 13)), limit), 4);
}

/** Two numbers of single precision as doubles. */
function pairAt(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

function storePair(at: usize, pair: v128): void {
  v128.store64_lane(at, f32x4.demote_f64x2_zero(pair), 0);
}

function mixStates(count: i32): void {
  for (let s = 0; s < count; s++) {
    store<i32>(mixed + (s << 2), load<i32>(states + (s << 2)) * <i32>0x9e3779b1);
  }
}

/** Scores of all candidates: x(c) sums rows of the table over pairs of tokens, score(c) = x₀ + v · ReLU(W x + b). */
export function forward(tokenCount: i32, stateCount: i32, candidates: i32): void {
  mixStates(stateCount);
  sumTokens(tokenCount, stateCount);
  readDense();
  for (let k = 0; k < candidates; k++) scoreCandidate(k);
}

function sumTokens(tokenCount: i32, stateCount: i32): void {
  const limit = i32x4.splat(mask);
  const whole = stateCount & ~3;
  for (let t = 0; t < tokenCount; t++) {
    const token = load<i32>(tokens + (t << 2));
    const four = i32x4.splat(token);
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    let s = 0;
    for (; s < whole; s += 4) {
      const rows = rowsOf(four, v128.load(mixed + (s << 2)), limit);
      const a = weights + <usize>i32x4.extract_lane(rows, 0);
      low = f64x2.add(low, pairAt(a));
      high = f64x2.add(high, pairAt(a + 8));
      const b = weights + <usize>i32x4.extract_lane(rows, 1);
      low = f64x2.add(low, pairAt(b));
      high = f64x2.add(high, pairAt(b + 8));
      const c = weights + <usize>i32x4.extract_lane(rows, 2);
      low = f64x2.add(low, pairAt(c));
      high = f64x2.add(high, pairAt(c + 8));
      const d = weights + <usize>i32x4.extract_lane(rows, 3);
      low = f64x2.add(low, pairAt(d));
      high = f64x2.add(high, pairAt(d + 8));
    }
    for (; s < stateCount; s++) {
      const row = weights + rowOf(token, load<i32>(mixed + (s << 2)));
      low = f64x2.add(low, pairAt(row));
      high = f64x2.add(high, pairAt(row + 8));
    }
    const at = tokenSums + (t << 5);
    v128.store(at, low);
    v128.store(at + 16, high);
  }
}

/** W column by column, b and v as doubles, so that two hidden units are computed at a time. */
function readDense(): void {
  const w = weights + ((<usize>mask + 1) << 4);
  for (let h = 0; h < hidden; h++) {
    for (let d = 0; d < 4; d++) {
      store<f64>(dense + ((d * hidden + h) << 3), load<f32>(w + (((h << 2) + d) << 2)));
    }
  }
  for (let i = 0; i < 2 * hidden; i++) {
    store<f64>(dense + ((4 * hidden + i) << 3), load<f32>(w + ((4 * hidden + i) << 2)));
  }
}

function scoreCandidate(k: i32): void {
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  const end = load<i32>(offsets + ((k + 1) << 2));
  for (let m = load<i32>(offsets + (k << 2)); m < end; m++) {
    const at = tokenSums + ((<usize>load<u16>(members + (m << 1))) << 5);
    low = f64x2.add(low, v128.load(at));
    high = f64x2.add(high, v128.load(at, 16));
  }
  v128.store(sums + (k << 5), low);
  v128.store(sums + (k << 5), high, 16);
  const x0 = f64x2.splat(f64x2.extract_lane(low, 0));
  const x1 = f64x2.splat(f64x2.extract_lane(low, 1));
  const x2 = f64x2.splat(f64x2.extract_lane(high, 0));
  const x3 = f64x2.splat(f64x2.extract_lane(high, 1));
  const column = hidden << 3;
  const mine = pre + k * column;
  let score = f64x2.extract_lane(low, 0);
  for (let at = 0; at < column; at += 16) {
    const w = dense + at;
    let z = v128.load(w + 4 * column);
    z = f64x2.add(z, f64x2.mul(v128.load(w), x0));
    z = f64x2.add(z, f64x2.mul(v128.load(w + column), x1));
    z = f64x2.add(z, f64x2.mul(v128.load(w + 2 * column), x2));
    z = f64x2.add(z, f64x2.mul(v128.load(w + 3 * column), x3));
    v128.store(mine + at, z);
    // A unit that is off adds −0, which leaves every number as it is.
    const on = f64x2.gt(z, f64x2.splat(0));
    const part = v128.bitselect(f64x2.mul(v128.load(w + 5 * column), z), f64x2.splat(-0.0), on);
    score = score + f64x2.extract_lane(part, 0);
    score = score + f64x2.extract_lane(part, 1);
  }
  store<f64>(scores + (k << 3), score);
}

/** Adds the gradient of a loss to the values, from its gradient by score, of the decision of the last `forward`. */
export function backward(tokenCount: i32, stateCount: i32, candidates: i32): void {
  memory.fill(tokenGradients, 0, (<usize>tokenCount) << 5);
  for (let k = 0; k < candidates; k++) {
    const ds = load<f64>(scoreGradients + (k << 3));
    if (ds !== 0) spread(k, ds);
  }
  addPairs(tokenCount, stateCount);
}

/** From the score of one candidate to the dense weights and to its tokens. */
function spread(k: i32, ds: f64): void {
  const table = (<usize>mask + 1) << 4;
  const denseValues = values + table;
  const w = weights + table;
  const column = hidden << 2;
  const low = v128.load(sums + (k << 5));
  const high = v128.load(sums + (k << 5), 16);
  let dxLow = f64x2.replace_lane(f64x2.splat(0), 0, ds);
  let dxHigh = f64x2.splat(0);
  for (let h = 0; h < hidden; h++) {
    const z = load<f64>(pre + ((k * hidden + h) << 3));
    if (z <= 0) continue;
    const vAt = 5 * column + (h << 2);
    addTo(denseValues + vAt, ds * z);
    const dz = ds * <f64>load<f32>(w + vAt);
    addTo(denseValues + 4 * column + (h << 2), dz);
    const two = f64x2.splat(dz);
    const row = h << 4;
    storePair(denseValues + row, f64x2.add(pairAt(denseValues + row), f64x2.mul(two, low)));
    storePair(denseValues + row + 8, f64x2.add(pairAt(denseValues + row + 8), f64x2.mul(two, high)));
    dxLow = f64x2.add(dxLow, f64x2.mul(two, pairAt(w + row)));
    dxHigh = f64x2.add(dxHigh, f64x2.mul(two, pairAt(w + row + 8)));
  }
  const end = load<i32>(offsets + ((k + 1) << 2));
  for (let m = load<i32>(offsets + (k << 2)); m < end; m++) {
    const at = tokenGradients + ((<usize>load<u16>(members + (m << 1))) << 5);
    v128.store(at, f64x2.add(v128.load(at), dxLow));
    v128.store(at, f64x2.add(v128.load(at, 16), dxHigh), 16);
  }
}

function addTo(at: usize, value: f64): void {
  store<f32>(at, <f32>(<f64>load<f32>(at) + value));
}

/** The gradient of each token goes to its rows with all state tokens; those rows are marked. */
function addPairs(tokenCount: i32, stateCount: i32): void {
  const limit = i32x4.splat(mask);
  const whole = stateCount & ~3;
  for (let t = 0; t < tokenCount; t++) {
    const token = load<i32>(tokens + (t << 2));
    const four = i32x4.splat(token);
    const low = v128.load(tokenGradients + (t << 5));
    const high = v128.load(tokenGradients + (t << 5), 16);
    let s = 0;
    for (; s < whole; s += 4) {
      const rows = rowsOf(four, v128.load(mixed + (s << 2)), limit);
      addRow(<usize>i32x4.extract_lane(rows, 0), low, high);
      addRow(<usize>i32x4.extract_lane(rows, 1), low, high);
      addRow(<usize>i32x4.extract_lane(rows, 2), low, high);
      addRow(<usize>i32x4.extract_lane(rows, 3), low, high);
    }
    for (; s < stateCount; s++) addRow(rowOf(token, load<i32>(mixed + (s << 2))), low, high);
  }
}

function addRow(row: usize, low: v128, high: v128): void {
  const word = touched + ((row >>> 9) << 2);
  store<i32>(word, load<i32>(word) | (1 << (<i32>(row >>> 4) & 31)));
  const at = values + row;
  storePair(at, f64x2.add(pairAt(at), low));
  storePair(at + 8, f64x2.add(pairAt(at + 8), high));
}

/** Sum of the squares of all values. */
export function squares(): f64 {
  let sum: f64 = 0;
  const words = words32();
  for (let i = 0; i < words; i++) {
    let bits = load<i32>(touched + (i << 2));
    while (bits !== 0) {
      const row = values + ((<usize>((i << 5) + ctz(bits))) << 4);
      bits &= bits - 1;
      sum = squared(sum, row);
    }
  }
  const end = tailEnd();
  for (let at = tailStart(); at < end; at += 16) sum = squared(sum, values + at);
  return sum;
}

function squared(sum: f64, at: usize): f64 {
  const low = f64x2.mul(pairAt(at), pairAt(at));
  const high = f64x2.mul(pairAt(at + 8), pairAt(at + 8));
  const one = sum + f64x2.extract_lane(low, 0);
  const two = one + f64x2.extract_lane(low, 1);
  const three = two + f64x2.extract_lane(high, 0);
  return three + f64x2.extract_lane(high, 1);
}

/** One step of Adam down the values times `scale`, over the marked rows and the dense part. */
export function adam(rate: f64, beta1: f64, beta2: f64, epsilon: f64, scale: f64): void {
  const words = words32();
  for (let i = 0; i < words; i++) {
    let bits = load<i32>(touched + (i << 2));
    while (bits !== 0) {
      const row = (<usize>((i << 5) + ctz(bits))) << 4;
      bits &= bits - 1;
      step(row, rate, beta1, beta2, epsilon, scale);
      step(row + 8, rate, beta1, beta2, epsilon, scale);
    }
  }
  const end = tailEnd();
  for (let at = tailStart(); at < end; at += 8) step(at, rate, beta1, beta2, epsilon, scale);
}

function step(at: usize, rate: f64, beta1: f64, beta2: f64, epsilon: f64, scale: f64): void {
  const g = f64x2.mul(pairAt(values + at), f64x2.splat(scale));
  const m = f64x2.add(
    f64x2.mul(f64x2.splat(beta1), pairAt(firstMoments + at)),
    f64x2.mul(f64x2.splat(1 - beta1), g),
  );
  const v = f64x2.add(
    f64x2.mul(f64x2.splat(beta2), pairAt(secondMoments + at)),
    f64x2.mul(f64x2.mul(f64x2.splat(1 - beta2), g), g),
  );
  storePair(firstMoments + at, m);
  storePair(secondMoments + at, v);
  const move = f64x2.div(f64x2.mul(f64x2.splat(rate), m), f64x2.add(f64x2.sqrt(v), f64x2.splat(epsilon)));
  storePair(weights + at, f64x2.sub(pairAt(weights + at), move));
}

/** Values back to zero, and no row marked. */
export function clear(): void {
  const words = words32();
  for (let i = 0; i < words; i++) {
    let bits = load<i32>(touched + (i << 2));
    if (bits === 0) continue;
    store<i32>(touched + (i << 2), 0);
    while (bits !== 0) {
      v128.store(values + ((<usize>((i << 5) + ctz(bits))) << 4), i32x4.splat(0));
      bits &= bits - 1;
    }
  }
  memory.fill(values + tailStart(), 0, tailEnd() - tailStart());
}

function words32(): i32 {
  return (mask + 32) >>> 5;
}

/** Where the dense part begins and ends, in bytes from the beginning of weights, values or moments. */
function tailStart(): usize {
  return (<usize>mask + 1) << 4;
}

function tailEnd(): usize {
  return tailStart() + ((<usize>(6 * hidden)) << 2);
}
