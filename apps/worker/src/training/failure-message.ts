import type { AppError } from "@deskrl/domain";
import type { TrainerMessage } from "@deskrl/protocol";

/** What a worker says in the name of a trainer that cannot say it any more. */
export function failureMessage({ code, message, where, fix }: AppError): TrainerMessage {
  return {
    type: "failed",
    code: code === "internal" ? "trainer_failed" : code,
    message,
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
  };
}
