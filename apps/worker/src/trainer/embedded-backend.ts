import type { TrainerJob } from "@deskrl/protocol";
import { createTrainer, readCheckpoint, resumeTrainer, type TrainerOptions } from "@deskrl/training";
import type { JobInputs } from "./job-inputs.ts";
import type { TrainingBackend } from "./training-backend.ts";

/** The embedded policy, trained in this process on simulated desktops. */
export const embeddedBackend: TrainingBackend = {
  create(job, inputs, onPrepare) {
    const options = { ...optionsOf(job, inputs), onPrepare };
    return inputs.resume ? resumeTrainer(inputs.resume, options) : createTrainer(options);
  },
  async verify(bytes) {
    readCheckpoint(bytes);
  },
};

function optionsOf(job: TrainerJob, { previous, pools }: JobInputs): TrainerOptions {
  const { kind, phaseId, settings, suite, actionSpace, seed, start, policyVersion, invalidLimit } = job;
  return {
    ...{ kind, phaseId, settings, suite, actionSpace, seed, policyVersion, invalidLimit, pools },
    start: previous,
    startFrom: start,
  };
}
