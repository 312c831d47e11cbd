export { type Decided, type DecideOptions, decide } from "./decide.ts";
export { type DescribedDecision, describeDecision } from "./decision-features.ts";
export { type DecisionInput, enumerateCandidates } from "./enumerate.ts";
export { createEmbeddedPolicy, type EmbeddedPolicyOptions } from "./policy.ts";
export { stateTokens } from "./state-tokens.ts";
export type { Argument, Candidate } from "./types.ts";
