import {
  type AdamState,
  createOptimiser,
  DEFAULT_SHAPE,
  type NetworkShape,
  type Optimiser,
  Random,
  ScoreNetwork,
} from "@deskrl/learning";
import { seedOf } from "./rollout/seeds.ts";

/** What changes while a phase is carried out. */
export interface LearnerState extends Optimiser {
  reference: ScoreNetwork;
  random: Random;
  step: number;
  policyVersion: number;
  dataCursor: number;
  /** Null before the first RL phase. */
  taskOrder: TaskOrder | null;
}

/** How far the training tasks have been drawn: the seed of their order, and how many were taken from it. */
export interface TaskOrder {
  seed: number;
  drawn: number;
}

export function freshNetwork(seed: number, shape: NetworkShape = DEFAULT_SHAPE): ScoreNetwork {
  return ScoreNetwork.create(shape, Random.fromSeed(seedOf("weights", seed)));
}

/** A state at the beginning of a phase. */
export function beginState(options: {
  network: ScoreNetwork;
  reference: ScoreNetwork | null;
  adam: AdamState | null;
  random: Random;
  policyVersion: number;
  taskOrder: TaskOrder | null;
}): LearnerState {
  const { network, reference, adam, random, policyVersion, taskOrder } = options;
  return {
    ...createOptimiser(network, adam),
    reference: (reference ?? network.clone()).accelerated(),
    random,
    step: 0,
    policyVersion,
    dataCursor: 0,
    taskOrder,
  };
}

/** What of a state is kept in a checkpoint. */
export type StoredState = Omit<LearnerState, "gradient">;

/** A state that was kept, in memory where work on it is quick. */
export function goOn(state: StoredState): LearnerState {
  const { network, adam, reference } = state;
  return { ...state, ...createOptimiser(network, adam), reference: reference.accelerated() };
}

/**
 * Runs a change of the state; when it throws, the state is as before.
 * @throws whatever the change throws
 */
export function allOrNothing<T>(state: LearnerState, change: () => T): T {
  const { network, adam, policyVersion, dataCursor } = state;
  const before = snapshotOf(network.weights.length);
  before.weights.set(network.weights);
  before.m.set(adam.m);
  before.v.set(adam.v);
  const adamStep = adam.step;
  const random = state.random.state;
  try {
    return change();
  } catch (error) {
    network.weights.set(before.weights);
    adam.m.set(before.m);
    adam.v.set(before.v);
    adam.step = adamStep;
    state.random = new Random(random);
    Object.assign(state, { policyVersion, dataCursor });
    state.gradient.clear();
    throw error;
  }
}

/** Room for one snapshot, kept, since making 12 MB anew for each update costs more than filling it. */
let snapshot = { weights: new Float32Array(), m: new Float32Array(), v: new Float32Array() };

function snapshotOf(length: number): typeof snapshot {
  if (snapshot.weights.length !== length) {
    snapshot = {
      weights: new Float32Array(length),
      m: new Float32Array(length),
      v: new Float32Array(length),
    };
  }
  return snapshot;
}
