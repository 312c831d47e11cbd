"use client";
import type { TrainingSpec } from "@deskrl/domain";
import { Button, Dialog, ErrorNote } from "@deskrl/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { Choice } from "./choice.tsx";
import { planChange, planForm } from "./plan.logic.ts";
import { SettingRow } from "./setting-row.tsx";
import { SuggestionSwitch } from "./suggestion-switch.tsx";
import type { SettingSpec } from "./types.ts";

export interface PlanDialogProps {
  runId: string;
  spec: TrainingSpec;
  /** The setting that the length of RL phases is. */
  setting: SettingSpec;
  onClose: () => void;
}

/** Changes what follows by rule while the run goes on. */
export function PlanDialog({ runId, spec, setting, onClose }: PlanDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [form, setForm] = useState(() => planForm(spec, Number(setting.default)));
  const [error, setError] = useState<string | null>(null);
  const save = useMutation(
    trpc.training.setPlan.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.training.byId.queryKey({ id: runId }) }),
          queryClient.invalidateQueries({ queryKey: trpc.audit.list.queryKey() }),
        ]);
        onClose();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const { change, error } = planChange(form, spec, setting);
    setError(error);
    if (!change) return;
    if (Object.keys(change).length === 0) onClose();
    else save.mutate({ id: runId, ...change });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change the plan"
      description="Phases that are there stay as they are; the plan decides what follows them."
    >
      <form onSubmit={submit} className="space-y-3" noValidate>
        <fieldset className="space-y-1.5">
          <legend className="mb-1 font-medium text-xs">What follows</legend>
          <Choice
            name="what-follows"
            checked={!form.automatic}
            onChange={() => setForm({ ...form, automatic: false })}
            title="By hand"
            note="After RL 1 the run waits: Entropulse and further RL are launched with the buttons."
          />
          <Choice
            name="what-follows"
            checked={form.automatic}
            onChange={() => setForm({ ...form, automatic: true })}
            title="Automatic"
            note="BC → RL → Entropulse → RL, with an evaluation after each. What a person launched stands for its place in it."
          />
        </fieldset>
        <SettingRow
          spec={{ ...setting, label: "Updates of each RL phase to come" }}
          name="Updates of each RL phase to come"
          value={form.updates}
          fallback={planForm(spec, Number(setting.default)).updates}
          error={error ?? undefined}
          onChange={(updates) => {
            setForm({ ...form, updates });
            setError(null);
          }}
        />
        <SuggestionSwitch
          checked={form.autoEntropulse}
          onChange={(autoEntropulse) => setForm({ ...form, autoEntropulse })}
        />
        {save.isError && <ErrorNote problem={toProblem(save.error)} />}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            tone="primary"
            blockedBecause={save.isPending ? "Asking the control plane" : null}
          >
            {save.isPending ? "Changing…" : "Change the plan"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
