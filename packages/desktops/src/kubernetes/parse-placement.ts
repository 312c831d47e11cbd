import { AppError } from "@deskrl/domain";
import { z } from "zod";
import type { PodPlacement } from "./pod-spec.ts";

const Toleration = z.strictObject({
  key: z.string().exactOptional(),
  operator: z.enum(["Exists", "Equal"]).exactOptional(),
  value: z.string().exactOptional(),
  effect: z.enum(["NoSchedule", "PreferNoSchedule", "NoExecute"]).exactOptional(),
  tolerationSeconds: z.number().int().exactOptional(),
});

/** Strict, so that a misspelt field is told instead of putting desktops on the wrong nodes. */
const Placement = z.strictObject({
  nodeSelector: z.record(z.string(), z.string()).exactOptional(),
  tolerations: z.array(Toleration).exactOptional(),
  priorityClassName: z.string().min(1).exactOptional(),
  imagePullSecrets: z.array(z.string().min(1)).exactOptional(),
  requestShare: z.number().min(0.05).max(1).exactOptional(),
});

/**
 * Reads what an administrator wrote about the pods of a worker; nothing when it is left out.
 * @throws AppError invalid_input naming each field that is wrong
 */
export function parsePlacement(text: string | undefined): PodPlacement {
  if (!text) return {};
  const refuse = (problem: string) =>
    new AppError("invalid_input", `The placement of pods ${problem}`, {
      where: "DESKRL_KUBERNETES_PLACEMENT",
      fix: 'write JSON such as {"nodeSelector":{"deskrl.desktops":"true"},"requestShare":0.5}',
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(`is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = Placement.safeParse(value);
  if (!parsed.success) throw refuse(`is not one: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
