"use client";
import { PolicyName } from "@deskrl/domain";
import { Button, ErrorNote, SelectField, TextField } from "@deskrl/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { ANYWHERE, placementOf } from "../placement/placement.logic.ts";
import { PlacementSection } from "../placement/placement-section.tsx";
import { parseRunForm, type RunForm, type RunFormErrors } from "./run-spec.logic.ts";

const POLICY_WORDS: Record<PolicyName, string> = {
  oracle: "oracle: carries out the known solution",
  random: "random: draws any legal action",
};

const START: RunForm = {
  name: "",
  suite: "",
  policy: "oracle",
  episodes: "40",
  desktops: "4",
  maxSteps: "30",
  seed: "0",
  tasks: "",
};

export interface EvaluateFormProps {
  onCancel: () => void;
  /** The server has taken the run. */
  onStarted: (runId: string) => void;
}

/** Asks for an evaluation: episodes of a fixed policy. */
export function EvaluateForm({ onCancel, onStarted }: EvaluateFormProps) {
  const trpc = useTRPC();
  const block = useRoleBlock("operator");
  const suites = useQuery(trpc.suite.list.queryOptions({ limit: 100 }));
  const status = useQuery(trpc.system.status.queryOptions());
  const [form, setForm] = useState(START);
  const [placement, setPlacement] = useState(ANYWHERE);
  const [template, setTemplate] = useState("");
  const templates = useQuery(trpc.template.list.queryOptions());
  const [errors, setErrors] = useState<RunFormErrors>({});
  const suite = form.suite || (suites.data?.items[0]?.name ?? "");
  const create = useMutation(
    trpc.run.create.mutationOptions({
      onSuccess: (run) => {
        setForm(START);
        setPlacement(ANYWHERE);
        onStarted(run.id);
      },
    }),
  );
  const set = (change: Partial<RunForm>) => {
    setForm((before) => ({ ...before, ...change }));
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (block !== null || create.isPending) return;
    const { spec, errors } = parseRunForm({ ...form, suite });
    setErrors(errors ?? {});
    if (spec) create.mutate({ ...spec, ...placementOf(placement), ...(template ? { template } : {}) });
  };
  const ready = status.data?.desktops.ready;
  const field = (name: keyof RunForm) => ({
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <form onSubmit={submit} className="space-y-3" noValidate>
      <p className="text-muted text-sm">Episodes of a fixed policy over the tasks of a suite.</p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <SelectField
          label="Suite"
          {...field("suite")}
          value={suite}
          options={(suites.data?.items ?? []).map((each) => ({
            value: each.name,
            label: `${each.title} (${each.taskCount})`,
          }))}
          hint={suites.isPending ? "Reading the suites…" : undefined}
        />
        <SelectField
          label="Policy"
          {...field("policy")}
          options={PolicyName.options.map((policy) => ({ value: policy, label: POLICY_WORDS[policy] }))}
        />
        <TextField
          label="Episodes"
          inputMode="numeric"
          hint="Tasks are taken in turn"
          {...field("episodes")}
        />
        <TextField
          label="Desktops at a time"
          inputMode="numeric"
          hint={
            ready === undefined
              ? undefined
              : ready === 0
                ? "None is ready yet; the run waits for them"
                : `${ready} ready now`
          }
          {...field("desktops")}
        />
        <TextField label="Steps at most" inputMode="numeric" {...field("maxSteps")} />
        <TextField label="Seed" inputMode="numeric" hint="Same seed, same draws" {...field("seed")} />
      </div>
      <TextField
        label="Only these tasks"
        placeholder="all"
        hint="Task ids or applications, with commas between them"
        {...field("tasks")}
      />
      <PlacementSection value={placement} onChange={setPlacement}>
        {(templates.data?.length ?? 0) > 1 && (
          <SelectField
            label="Desktop template"
            value={template}
            onChange={(event) => setTemplate(event.target.value)}
            options={(templates.data ?? []).map(({ name }, index) => ({
              value: index === 0 ? "" : name,
              label: name,
            }))}
          />
        )}
      </PlacementSection>
      <TextField label="Name" placeholder={`${suite || "suite"} · ${form.policy}`} {...field("name")} />
      {suites.isError && (
        <ErrorNote problem={toProblem(suites.error)} onRetry={() => void suites.refetch()} />
      )}
      {create.isError && <ErrorNote problem={toProblem(create.error)} />}
      <div className="flex justify-end gap-2 pt-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          tone="primary"
          blockedBecause={block ?? (create.isPending ? "Asking for the run" : null)}
        >
          {create.isPending ? "Starting…" : "Start run"}
        </Button>
      </div>
    </form>
  );
}
