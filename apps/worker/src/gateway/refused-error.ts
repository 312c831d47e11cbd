import type { AppError } from "@deskrl/domain";

/** Exit code of a worker that was turned away: `EX_CONFIG`. Starting it again as it is would end the same way. */
export const REFUSED_EXIT_CODE = 78;

/** The control plane will not have this worker, and another try would not change that. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";

  constructor(readonly refusal: AppError) {
    super(refusal.describe(), { cause: refusal });
  }
}
