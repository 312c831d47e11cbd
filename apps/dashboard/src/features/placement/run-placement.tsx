"use client";
import { Button, Dialog, ErrorNote, TextField } from "@deskrl/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow } from "../../lib/api/types.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { choiceOf, describePins } from "./placement.logic.ts";
import { PlacementFields } from "./placement-fields.tsx";

/** How a run stands among others and where it may be; changeable while it goes on. */
export function RunPlacement({ run }: { run: RunRow }) {
  const trpc = useTRPC();
  const block = useRoleBlock("operator");
  const [open, setOpen] = useState(false);
  const { spec, state, kind } = run;
  const pinned = (spec.workers?.length ?? 0) > 0;
  const workers = useQuery({ ...trpc.worker.list.queryOptions({ limit: 100 }), enabled: pinned });
  const over = state === "finished" || state === "stopped";
  return (
    <div data-placement className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      <span>Priority {spec.priority ?? 1}</span>
      <span className="min-w-0 break-words">On {describePins(spec, workers.data?.items ?? [])}</span>
      {kind === "evaluation" && <span>{spec.desktops} desktops at a time</span>}
      {spec.template && <span>template {spec.template}</span>}
      {!over && (
        <Button size="sm" blockedBecause={block} onClick={() => setOpen(true)}>
          <SlidersHorizontal aria-hidden="true" size={13} /> Change
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Priority and workers"
        description="Holds for what begins from now on; what is at work stays where it is."
      >
        {open && <PlacementForm run={run} onDone={() => setOpen(false)} />}
      </Dialog>
    </div>
  );
}

function PlacementForm({ run, onDone }: { run: RunRow; onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState(() => choiceOf(run.spec));
  const [desktops, setDesktops] = useState(String(run.spec.desktops));
  const count = Number(desktops);
  const wrong = !Number.isInteger(count) || count < 1 || count > 10_000;
  const place = useMutation(
    trpc.run.place.mutationOptions({
      onSuccess: async (updated) => {
        queryClient.setQueryData(trpc.run.byId.queryKey({ id: run.id }), updated);
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.run.waiting.pathKey() }),
          queryClient.invalidateQueries({ queryKey: trpc.training.byId.pathKey() }),
          queryClient.invalidateQueries({ queryKey: trpc.audit.pathKey() }),
        ]);
        onDone();
      },
    }),
  );
  const isEvaluation = run.kind === "evaluation";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong || place.isPending) return;
    place.mutate({ id: run.id, ...choice, ...(isEvaluation ? { desktops: count } : {}) });
  };
  return (
    <form onSubmit={submit} className="space-y-3" noValidate>
      {isEvaluation && (
        <TextField
          label="Desktops at a time"
          inputMode="numeric"
          value={desktops}
          error={wrong ? "A whole number from 1 to 10,000" : null}
          onChange={(event) => setDesktops(event.target.value)}
        />
      )}
      <PlacementFields value={choice} onChange={setChoice} />
      {place.isError && <ErrorNote problem={toProblem(place.error)} />}
      <div className="flex justify-end gap-2 pt-1">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" aria-busy={place.isPending || undefined}>
          {place.isPending ? "Changing" : "Change"}
        </Button>
      </div>
    </form>
  );
}
