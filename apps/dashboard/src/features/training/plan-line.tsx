"use client";
import { RelativeTime } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { Training } from "../../lib/api/types.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { planBlock, updatesOf } from "./plan.logic.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { useCatalog } from "./use-catalog.ts";

/** What follows by rule, who set it and when, and the way to change it. */
export function PlanLine({ training }: { training: Training }) {
  const { run, spec } = training;
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const catalog = useCatalog();
  const role = useRoleBlock("operator");
  const set = useQuery({
    ...trpc.audit.list.queryOptions({ subjectId: run.id, act: "training.plan", limit: 1 }),
    refetchInterval: 15_000,
  });
  const setting = catalog.data?.rl.find(({ name }) => name === "updates");
  const last = set.data?.items[0];
  const ended = run.state === "finished" || run.state === "stopped";
  const block = planBlock({ controls: spec.controls, ended }) ?? role;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs" data-testid="plan">
      <span className="font-medium text-text">
        Plan {spec.controls ? "with controls" : spec.plan === "automatic" ? "automatic" : "by hand"}
      </span>
      {setting && !ended && (
        <span>RL phases to come: {updatesOf(spec, Number(setting.default))} updates</span>
      )}
      {spec.autoEntropulse && spec.plan === "automatic" && <span>the suggestion may end RL early</span>}
      <span>
        set by {last?.actorName ?? run.requestedBy} <RelativeTime at={last?.at ?? run.createdAt} />
      </span>
      {!ended && (
        <button
          type="button"
          aria-disabled={block !== null || undefined}
          title={block ?? undefined}
          onClick={() => block === null && setOpen(true)}
          className={`focus-ring inline-flex items-center gap-1 rounded px-1 ${block === null ? "text-accent hover:underline" : "cursor-not-allowed text-faint"}`}
        >
          <Pencil aria-hidden="true" size={11} /> Change
        </button>
      )}
      {open && setting && (
        <PlanDialog runId={run.id} spec={spec} setting={setting} onClose={() => setOpen(false)} />
      )}
    </p>
  );
}
