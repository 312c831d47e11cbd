import type { MessageInitShape } from "@bufbuild/protobuf";
import type { EnvironmentReportSchema, EpisodeClaimSchema } from "@deskrl/protocol/worker-gateway";
import type { SlotReport } from "../environments/environment-manager.ts";
import type { EpisodeKey } from "../journal/journal-name.ts";

/** State of an environment on the wire, where an empty text stands for none. */
export function environmentReport(slot: SlotReport): MessageInitShape<typeof EnvironmentReportSchema> {
  return {
    environmentId: slot.environmentId,
    state: slot.state,
    reason: slot.reason ?? "",
    cause: slot.cause ?? "",
    generation: slot.generation,
    width: slot.template.screen.width,
    height: slot.template.screen.height,
  };
}

export function toClaims(keys: readonly EpisodeKey[]): MessageInitShape<typeof EpisodeClaimSchema>[] {
  const unique = new Map(keys.map(({ episodeId, epoch }) => [`${episodeId}@${epoch}`, { episodeId, epoch }]));
  return [...unique.values()];
}
