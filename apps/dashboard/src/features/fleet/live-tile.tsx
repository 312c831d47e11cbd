"use client";
import { DesktopViewer } from "@deskrl/ui";
import { useCallback } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPCClient } from "../../lib/api/trpc.ts";

/** The live view of a desktop in its tile; nobody can drive it from here. */
export function LiveTile({ environmentId: id }: { environmentId: string }) {
  const client = useTRPCClient();
  const ticket = useCallback(
    async (signal: AbortSignal) => {
      try {
        return (await client.environment.viewTicket.mutate({ id, control: false }, { signal })).path;
      } catch (error) {
        throw toProblem(error);
      }
    },
    [client, id],
  );
  return (
    <div
      className="pointer-events-none aspect-video w-full overflow-hidden bg-raised"
      data-testid="live-tile"
    >
      <DesktopViewer ticket={ticket} enabled viewOnly fit />
    </div>
  );
}
