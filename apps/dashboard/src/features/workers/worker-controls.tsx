"use client";
import { ActButton, ConfirmDialog, plural } from "@deskrl/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Ban, CirclePlay, Trash2, Waves } from "lucide-react";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.ts";
import type { WorkerRow } from "../../lib/api/types.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { useAsk } from "../desktop/use-ask.ts";
import { type WorkerVerb, workerAct, workerVerbs } from "./worker-view.logic.ts";

const LOOKS = {
  cordon: { label: "Cordon", busy: "Cordoning", icon: <Ban aria-hidden="true" size={13} /> },
  drain: { label: "Drain", busy: "Draining", icon: <Waves aria-hidden="true" size={13} /> },
  uncordon: { label: "Uncordon", busy: "Uncordoning", icon: <CirclePlay aria-hidden="true" size={13} /> },
  remove: { label: "Remove", busy: "Removing", icon: <Trash2 aria-hidden="true" size={13} /> },
} as const;
const STATES = { cordon: "cordoned", drain: "drained", uncordon: "active" } as const;

/** Cordon, drain, uncordon, remove; what cannot be taken back asks first, with what is at stake. */
export function WorkerControls({ worker }: { worker: WorkerRow }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const block = useRoleBlock("operator");
  const asks = { cordon: useAsk(), drain: useAsk(), uncordon: useAsk(), remove: useAsk() };
  const [asking, setAsking] = useState<"drain" | "remove" | null>(null);
  const [endToken, setEndToken] = useState(true);
  const { id, name } = worker;
  const act = (verb: WorkerVerb) =>
    asks[verb].run(async () => {
      if (verb === "remove") await client.worker.remove.mutate({ id, revokeToken: endToken });
      else await client.worker.setState.mutate({ id, state: STATES[verb] });
      await queryClient.invalidateQueries({ queryKey: trpc.worker.pathKey() });
    });
  return (
    <div className="mt-3 flex flex-wrap gap-2 border-line border-t pt-3">
      {workerVerbs(worker).map((verb) => (
        <ActButton
          key={verb}
          data-verb={verb}
          act={workerAct(asks[verb].ask)}
          tone={verb === "remove" ? "danger" : "plain"}
          size="sm"
          icon={LOOKS[verb].icon}
          label={LOOKS[verb].label}
          busyLabel={LOOKS[verb].busy}
          blockedBecause={block}
          onClick={() => (verb === "drain" || verb === "remove" ? setAsking(verb) : act(verb))}
        />
      ))}
      <ConfirmDialog
        open={asking === "drain"}
        onOpenChange={(open) => !open && setAsking(null)}
        title={`Drain ${name}?`}
        confirmLabel="Drain 1 worker"
        tone="primary"
        onConfirm={() => act("drain")}
      >
        Nothing new begins on it.{" "}
        {worker.activeEpisodes > 0 && `${plural(worker.activeEpisodes, "episode")} at work may finish. `}
        {plural(worker.desktopsHeld, "desktop")} of it stop, each as it comes free. Uncordon brings it back.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === "remove"}
        onOpenChange={(open) => !open && setAsking(null)}
        title={`Remove ${name}?`}
        confirmLabel="Remove 1 worker"
        onConfirm={() => act("remove")}
      >
        It leaves this list with its {plural(worker.desktopsHeld, "desktop")}
        {worker.activeEpisodes > 0 &&
          `; ${plural(worker.activeEpisodes, "episode")} on it end as invalid and are tried again elsewhere`}
        . What it recorded stays.
        <label className="mt-3 flex items-start gap-2 text-text">
          <input
            type="checkbox"
            checked={endToken}
            onChange={(event) => setEndToken(event.target.checked)}
            className="mt-1 accent-accent"
          />
          <span>Revoke the token it joined with, unless another worker has it too</span>
        </label>
      </ConfirmDialog>
    </div>
  );
}
