"use client";
import { Button, ErrorNote, SelectField, Skeleton, TextField } from "@deskrl/ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { ANYWHERE, placementOf } from "../placement/placement.logic.ts";
import { PlacementSection } from "../placement/placement-section.tsx";
import { Choice } from "./choice.tsx";
import { SettingsEditor } from "./settings-editor.tsx";
import { SuggestionSwitch } from "./suggestion-switch.tsx";
import { type TrainForm as Form, parseTrainForm, TRAIN_START, type TrainErrors } from "./train-spec.logic.ts";
import { useCatalog } from "./use-catalog.ts";

export interface TrainFormProps {
  onCancel: () => void;
  /** The server has taken the run. */
  onStarted: (runId: string) => void;
}

/** Asks for a training run. As it opens it is a whole request: one click starts it. */
export function TrainForm({ onCancel, onStarted }: TrainFormProps) {
  const trpc = useTRPC();
  const block = useRoleBlock("operator");
  const catalog = useCatalog();
  const [form, setForm] = useState(TRAIN_START);
  const [placement, setPlacement] = useState(ANYWHERE);
  const [errors, setErrors] = useState<TrainErrors>({});
  const create = useMutation(trpc.training.create.mutationOptions({ onSuccess: (run) => onStarted(run.id) }));
  const set = (change: Partial<Form>) => {
    setForm((before) => ({ ...before, ...change }));
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (block !== null || create.isPending || !catalog.data) return;
    const { spec, errors } = parseTrainForm(form, catalog.data);
    setErrors(errors ?? {});
    if (spec) create.mutate({ ...spec, ...placementOf(placement) });
  };
  const field = (name: "name" | "seeds" | "trainTasks" | "heldOutTasks" | "suiteSeed") => ({
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <form onSubmit={submit} className="space-y-3" noValidate>
      <p className="text-muted text-sm">
        A small policy learns office tasks on simulated desktops, on this machine: behaviour cloning first,
        then reinforcement learning. Expect a curve within a minute.
      </p>
      <fieldset className="space-y-1.5">
        <legend className="mb-1 font-medium text-xs">Plan</legend>
        <Choice
          name="plan"
          checked={!form.automatic && !form.controls}
          onChange={() => set({ automatic: false, controls: false })}
          title="By hand"
          note="BC and one RL phase, then it waits: you launch Entropulse and further RL with the buttons."
        />
        <Choice
          name="plan"
          checked={form.automatic && !form.controls}
          onChange={() => set({ automatic: true, controls: false })}
          title="Automatic"
          note="BC → RL → Entropulse → RL, with an evaluation after each."
        />
        <Choice
          name="plan"
          checked={form.controls}
          onChange={() =>
            set({ automatic: true, controls: true, seeds: form.seeds === "1" ? "1, 2, 3" : form.seeds })
          }
          title="With controls"
          note="Forks at the end of RL 1 into Entropulse, RL continued, and reset only, for each seed: shows whether Entropulse was worth it. Takes three times as long a seed."
        />
      </fieldset>
      {form.automatic && !form.controls && (
        <SuggestionSwitch
          checked={form.autoEntropulse}
          onChange={(autoEntropulse) => set({ autoEntropulse })}
        />
      )}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField label="Seeds" hint="One branch each; several give standard errors" {...field("seeds")} />
        <SelectField
          label="Action space"
          value={form.actionSpace}
          onChange={(event) => set({ actionSpace: event.target.value === "gui" ? "gui" : "api-gui" })}
          options={[
            { value: "api-gui", label: "API and GUI" },
            { value: "gui", label: "GUI only" },
          ]}
        />
      </div>
      <PlacementSection value={placement} onChange={setPlacement} />
      <TextField label="Name" placeholder="office-gen · RL" {...field("name")} />
      <details
        className="rounded-md border border-line"
        open={Object.keys(errors).some((key) => key.includes("."))}
      >
        <summary className="focus-ring cursor-pointer rounded-md px-2.5 py-1.5 font-medium text-sm">
          Tasks and settings
        </summary>
        <div className="space-y-3 border-line border-t p-2.5">
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
            <TextField label="Tasks to train on" inputMode="numeric" {...field("trainTasks")} />
            <TextField label="Held-out tasks a split" inputMode="numeric" {...field("heldOutTasks")} />
            <TextField label="Seed of the tasks" inputMode="numeric" {...field("suiteSeed")} />
          </div>
          {catalog.data ? (
            <SettingsEditor
              catalog={catalog.data}
              values={form.settings}
              errors={errors}
              onChange={(settings) => set({ settings })}
            />
          ) : (
            <Skeleton className="h-24 w-full" />
          )}
        </div>
      </details>
      {catalog.isError && (
        <ErrorNote problem={toProblem(catalog.error)} onRetry={() => void catalog.refetch()} />
      )}
      {create.isError && <ErrorNote problem={toProblem(create.error)} />}
      <div className="flex justify-end gap-2 pt-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          tone="primary"
          blockedBecause={
            block ??
            (create.isPending ? "Asking for the run" : catalog.data ? null : "Reading the settings there are")
          }
        >
          {create.isPending ? "Starting…" : "Start training"}
        </Button>
      </div>
    </form>
  );
}
