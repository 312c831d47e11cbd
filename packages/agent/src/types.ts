import type { CoordinateSpace, Observation } from "@deskrl/domain";
import type { ToolFunction } from "@deskrl/protocol/tools";

/** What a policy may do now: the GUI actions always, and the foreground application's APIs only. */
export interface ActionSpace {
  gui: readonly GuiActionSpec[];
  tools: readonly ToolFunction[];
  coordinateSpace: CoordinateSpace;
}

/** One of the paper's ten GUI actions, with its Python-style signature. */
export interface GuiActionSpec {
  method: string;
  signature: string;
  description: string;
}

/** An earlier turn of the same episode. */
export interface Turn {
  responseText: string;
  code: string;
  outcome: string;
  result: string;
}

export interface PolicyInput {
  instruction: string;
  observation: Observation;
  /** The picture of this observation as PNG; may be null unless the policy wants pixels. */
  screenshot: Uint8Array | null;
  history: readonly Turn[];
  actionSpace: ActionSpace;
  signal: AbortSignal;
}

export interface PolicyOutput {
  /** The whole answer: `<think>…</think>` and one fenced line of code. */
  text: string;
  logProb?: number;
  entropy?: number;
  policyVersion: string;
}

/** What chooses actions. */
export interface Policy {
  readonly name: string;
  /** Whether it looks at `screenshot`. Without need no picture is drawn where it can be drawn later. */
  readonly wantsPixels: boolean;
  act(input: PolicyInput): Promise<PolicyOutput>;
}
