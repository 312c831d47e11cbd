import { WorkerFacts } from "@deskrl/domain";
import type { ControlRequest, Register } from "@deskrl/protocol/worker-gateway";
import { WORKER_PROTOCOL_VERSION } from "@deskrl/protocol/worker-gateway";
import { parseJson } from "../lib/parse-json.ts";

export interface Rejection {
  code: string;
  message: string;
  fix: string;
}

/** The first message of a worker, or why it is turned away. */
export function readRegister(
  first: ControlRequest | undefined,
): { register: Register; facts: WorkerFacts } | { rejection: Rejection } {
  if (first?.message.case !== "register")
    return reject("The first message of a worker must be its registration.", "Use a released worker.");
  const register = first.message.value;
  if (register.protocolVersion !== WORKER_PROTOCOL_VERSION)
    return reject(
      `The worker speaks version ${register.protocolVersion} of the protocol, this control plane version ${WORKER_PROTOCOL_VERSION}.`,
      "Run the same release of DeskRL on both sides.",
    );
  const facts = WorkerFacts.safeParse(parseJson(register.factsJson));
  if (!facts.success)
    return reject(
      "The worker's facts about its machine cannot be read.",
      "Run the same release on both sides.",
    );
  return { register, facts: facts.data };
}

function reject(message: string, fix: string): { rejection: Rejection } {
  return { rejection: { code: "invalid_input", message, fix } };
}
