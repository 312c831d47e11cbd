"use client";
import { ActButton, ConfirmDialog, plural } from "@deskrl/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, Square } from "lucide-react";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.ts";
import type { AuditRow, RunRow } from "../../lib/api/types.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { useAsk } from "../desktop/use-ask.ts";
import { type RunVerb, runAct, runVerbs } from "./run-acts.logic.ts";

const LOOKS = {
  pause: { label: "Pause", busy: "Pausing", icon: <Pause aria-hidden="true" size={13} /> },
  resume: { label: "Resume", busy: "Resuming", icon: <Play aria-hidden="true" size={13} /> },
  stop: { label: "Stop", busy: "Stopping", icon: <Square aria-hidden="true" size={12} /> },
} as const;

/** Pause, resume and stop; each shows how far the wish has got. */
export function RunControls({ run, audit }: { run: RunRow; audit: readonly AuditRow[] }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const block = useRoleBlock("operator");
  const asks = { pause: useAsk(), resume: useAsk(), stop: useAsk() };
  const [asking, setAsking] = useState(false);
  const left = run.counts.queued + run.counts.active;

  const act = (verb: RunVerb) =>
    asks[verb].run(async () => {
      const updated = await client.run[verb].mutate({ id: run.id });
      queryClient.setQueryData(trpc.run.byId.queryKey({ id: run.id }), updated);
    });
  return (
    <>
      {runVerbs(run).map((verb) => {
        const look = LOOKS[verb];
        const by = audit.find((entry) => entry.act === `run.${verb}`)?.actorName ?? null;
        return (
          <ActButton
            key={verb}
            data-verb={verb}
            act={runAct(verb, run, asks[verb].ask, by)}
            tone={verb === "stop" ? "danger" : "plain"}
            size="sm"
            icon={look.icon}
            label={look.label}
            busyLabel={look.busy}
            blockedBecause={block}
            onClick={() => (verb === "stop" ? setAsking(true) : act(verb))}
          />
        );
      })}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Stop the run ${run.name}?`}
        confirmLabel="Stop 1 run"
        onConfirm={() => act("stop")}
      >
        {plural(left, "episode")} of {run.counts.planned} will not be judged: {run.counts.queued} waiting and{" "}
        {run.counts.active} in flight. What is recorded stays. A stopped run cannot be resumed.
      </ConfirmDialog>
    </>
  );
}
