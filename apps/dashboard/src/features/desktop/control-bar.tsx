"use client";
import { ActButton, Button, ConfirmDialog } from "@deskrl/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Hand, RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.ts";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { type Control, recycleAct, takeControlAct } from "./control.logic.ts";
import { useAsk } from "./use-ask.ts";

/** Take control, give back, recycle: each says how far it has got. */
export function ControlBar({ desktop, control }: { desktop: EnvironmentRow; control: Control }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const block = useRoleBlock("operator");
  const take = useAsk();
  const give = useAsk();
  const recycle = useAsk();
  const [asking, setAsking] = useState<"take" | "recycle" | null>(null);
  const [recycledAt, setRecycledAt] = useState<number | null>(null);
  const { id } = desktop;
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.environment.byId.queryKey({ id }) });

  const takeControl = () => {
    give.reset();
    take.run(async () => {
      await client.environment.takeControl.mutate({ id });
      await refresh();
    });
  };
  const giveBack = () => {
    take.reset();
    give.run(async () => {
      await client.environment.giveBack.mutate({ id });
      await refresh();
    });
  };
  const up = desktop.state === "ready" || desktop.state === "leased";
  return (
    <div className="flex flex-wrap items-center gap-2">
      {control.kind === "me" ? (
        <ActButton
          act={give.ask.status === "pending" ? { phase: "requested" } : giveAct(give.ask)}
          tone="primary"
          size="sm"
          icon={<Undo2 aria-hidden="true" size={14} />}
          label="Give back"
          busyLabel="Giving back"
          onClick={giveBack}
        />
      ) : (
        <ActButton
          act={takeControlAct(take.ask, control)}
          tone="plain"
          size="sm"
          icon={<Hand aria-hidden="true" size={14} />}
          label="Take control"
          busyLabel="Taking control"
          blockedBecause={
            block ??
            (control.kind === "other"
              ? `${control.name} drives this desktop; ask for it to be given back`
              : up
                ? null
                : `The desktop is ${desktop.state}`)
          }
          onClick={() => (control.kind === "agent" ? setAsking("take") : takeControl())}
        />
      )}
      <ActButton
        act={recycleAct(recycle.ask, recycledAt, desktop)}
        tone="danger"
        size="sm"
        icon={<RotateCcw aria-hidden="true" size={13} />}
        label="Recycle"
        busyLabel="Replacing"
        blockedBecause={block}
        onClick={() => setAsking("recycle")}
      />
      <ConfirmDialog
        open={asking === "take"}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Take control from the agent?"
        confirmLabel="Take control"
        tone="primary"
        onConfirm={takeControl}
      >
        The agent pauses before its next step and goes on once you give back. The episode on this desktop will
        be <em>invalid</em> with the cause <em>human intervention</em>: it says nothing about the policy any
        more. Your name is logged.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === "recycle"}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Recycle this desktop?"
        confirmLabel="Recycle 1 desktop"
        onConfirm={() => {
          setRecycledAt(desktop.generation);
          recycle.run(() => client.environment.recycle.mutate({ id }));
        }}
      >
        It is replaced by a clean one; everything on it is lost.{" "}
        {desktop.episode
          ? "The episode on it ends as invalid and is tried again within the run's retry budget."
          : "No agent is at work on it."}
      </ConfirmDialog>
    </div>
  );
}

function giveAct(ask: { status: string; reason?: string | undefined }) {
  return ask.status === "error"
    ? { phase: "refused" as const, reason: ask.reason ?? "refused" }
    : { phase: "idle" as const };
}

/** Says across the screen who drives, for as long as somebody does. */
export function ControlBanner({ control, onGiveBack }: { control: Control; onGiveBack?: () => void }) {
  if (control.kind !== "me" && control.kind !== "other") return null;
  return (
    <div
      data-hue="paused"
      data-testid="control-banner"
      className="flex shrink-0 items-center justify-center gap-2 border-hue-line border-b bg-hue-soft px-3 py-1.5 text-sm"
    >
      <Hand aria-hidden="true" size={14} className="text-hue" />
      {control.kind === "me"
        ? "You drive this desktop; its agent is paused"
        : `${control.name} drives this desktop; its agent is paused`}
      {onGiveBack && (
        <Button size="sm" onClick={onGiveBack}>
          Give back
        </Button>
      )}
    </div>
  );
}
