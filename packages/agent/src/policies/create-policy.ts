import { AppError } from "@deskrl/domain";
import type { EpisodeAssignment } from "@deskrl/protocol";
import type { Policy } from "../types.ts";
import { createOraclePolicy } from "./oracle.ts";
import { createPacedPolicy } from "./paced.ts";
import { createRandomPolicy } from "./random.ts";

/** The policy an assignment names. @throws AppError `invalid_input` when it cannot be made from what is given */
export function createPolicy(assignment: Named & Pick<EpisodeAssignment, "paceMs">): Policy {
  const policy = createNamed(assignment);
  return assignment.paceMs ? createPacedPolicy(policy, assignment.paceMs) : policy;
}

type Named = Pick<EpisodeAssignment, "policy" | "policyVersion" | "solution" | "seed">;

function createNamed(assignment: Named): Policy {
  switch (assignment.policy) {
    case "oracle":
      return createOraclePolicy(assignment.solution, assignment.policyVersion);
    case "random":
      return createRandomPolicy(assignment.seed, assignment.policyVersion);
    case "embedded":
    case "external":
      throw new AppError("invalid_input", `The policy ${assignment.policy} cannot be made from its name.`, {
        where: "policy",
        fix: "Give its weights where it acts, or choose oracle or random.",
      });
  }
}
