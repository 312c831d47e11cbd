"use client";
import { Button, Dialog, ErrorNote, TextField } from "@deskrl/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { TemplateRow } from "../../lib/api/types.ts";
import { type PoolErrors, type PoolForm, parsePoolForm, poolFormOf } from "./pools.logic.ts";

export interface PoolDialogProps {
  /** The one to change, `new`, or null while the dialog is closed. */
  pool: TemplateRow | "new" | null;
  onClose: () => void;
}

/** What desktops of a template are made from, and how many are kept ready. */
export function PoolDialog({ pool, onClose }: PoolDialogProps) {
  return (
    <Dialog
      open={pool !== null}
      onOpenChange={(open) => !open && onClose()}
      title={pool === "new" ? "Add a template" : `Desktops of ${pool?.name ?? ""}`}
      description="Runs name the template that their episodes need. Changes reach the fleet within seconds; desktops at work stay as they are."
    >
      {pool !== null && <Fields pool={pool === "new" ? null : pool} onClose={onClose} />}
    </Dialog>
  );
}

function Fields({ pool, onClose }: { pool: TemplateRow | null; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [form, setForm] = useState(() => poolFormOf(pool));
  const [errors, setErrors] = useState<PoolErrors>({});
  const done = async () => {
    await queryClient.invalidateQueries({ queryKey: trpc.template.pathKey() });
    onClose();
  };
  const save = useMutation(trpc.template.save.mutationOptions({ onSuccess: done }));
  const remove = useMutation(trpc.template.remove.mutationOptions({ onSuccess: done }));
  const problem = save.error ?? remove.error;
  const busy = save.isPending || remove.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const parsed = parsePoolForm(form, pool);
    setErrors(parsed.errors ?? {});
    if (parsed.pool) save.mutate(parsed.pool);
  };
  const field = (name: Exclude<keyof PoolForm, "keepAll">) => ({
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: event.target.value })),
  });
  return (
    <form onSubmit={submit} className="space-y-3" noValidate>
      {pool === null && <TextField label="Name" placeholder="office-wide" {...field("name")} />}
      <label className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          checked={form.keepAll}
          onChange={(event) => setForm((before) => ({ ...before, keepAll: event.target.checked }))}
          className="mt-1 accent-accent"
        />
        <span>Keep all that workers offer: every episode starts at once</span>
      </label>
      {!form.keepAll && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="Kept ready" inputMode="numeric" hint="Beyond those at work" {...field("warm")} />
          <TextField
            label="Idle minutes"
            inputMode="decimal"
            hint="Then a desktop beyond those stops"
            {...field("idleMinutes")}
          />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="Screen width" inputMode="numeric" {...field("width")} />
        <TextField label="Screen height" inputMode="numeric" {...field("height")} />
      </div>
      <TextField
        label="Image of real desktops"
        placeholder="deskrl/desktop:latest"
        hint="A changed image or screen replaces desktops as they come free"
        {...field("image")}
      />
      {problem && <ErrorNote problem={toProblem(problem)} />}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        {pool !== null && pool.name !== "office" && (
          <Button tone="danger" className="mr-auto" onClick={() => remove.mutate({ name: pool.name })}>
            Remove
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" aria-busy={busy || undefined}>
          {busy ? "Saving" : "Save"}
        </Button>
      </div>
    </form>
  );
}
