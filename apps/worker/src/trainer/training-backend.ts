import type { TrainerJob } from "@deskrl/protocol";
import type { Trainer } from "@deskrl/training";
import type { JobInputs } from "./job-inputs.ts";

/** What makes trainers: the one that learns, or another that speaks the same protocol. */
export interface TrainingBackend {
  /**
   * A trainer at the beginning of its phase, or, with a checkpoint of this phase, at exactly its step.
   * @throws AppError `checkpoint_invalid`, `invalid_input`
   */
  create(job: TrainerJob, inputs: JobInputs): Promise<Trainer>;
  /** Loads a checkpoint that was just saved, to see that it can be. @throws AppError `checkpoint_invalid` */
  verify(bytes: Uint8Array, job: TrainerJob, inputs: JobInputs): Promise<void>;
}
