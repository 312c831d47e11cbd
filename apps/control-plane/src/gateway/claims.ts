import type { EpisodeClaim as Claim } from "@deskrl/core";
import type { EpisodeClaim } from "@deskrl/protocol/worker-gateway";

/** Claims from the wire, whose epochs are 64 bits there. */
export function fromWireClaims(claims: readonly EpisodeClaim[]): Claim[] {
  return claims.map(({ episodeId, epoch }) => ({ episodeId, epoch: Number(epoch) }));
}

export function toWireClaims(claims: readonly Claim[]): { episodeId: string; epoch: bigint }[] {
  return claims.map(({ episodeId, epoch }) => ({ episodeId, epoch: BigInt(epoch) }));
}
