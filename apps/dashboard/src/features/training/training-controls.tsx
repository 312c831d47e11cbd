"use client";
import { ActButton, ConfirmDialog, plural } from "@deskrl/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, Sparkles, Square } from "lucide-react";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.ts";
import type { Training } from "../../lib/api/types.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { useAsk } from "../desktop/use-ask.ts";
import { type Launch, launchAct, launchBlock } from "./launch.logic.ts";
import { LaunchDialog, type LaunchWish } from "./launch-dialog.tsx";
import {
  currentPhase,
  isOpen,
  type NamedPhase,
  type PhaseVerb,
  phaseAct,
  trainingVerbs,
} from "./phases.logic.ts";

const LOOKS = {
  pause: { label: "Pause", busy: "Pausing", icon: <Pause aria-hidden="true" size={13} /> },
  resume: { label: "Resume", busy: "Resuming", icon: <Play aria-hidden="true" size={13} /> },
  stop: { label: "Stop", busy: "Stopping", icon: <Square aria-hidden="true" size={12} /> },
} as const;

/** The buttons that steer a training run; each shows how far its wish has got. */
export function TrainingControls(props: {
  training: Training;
  /** The branch that *Launch Entropulse* and *Start RL again* act on. */
  branchId: string;
  story: readonly NamedPhase[];
}) {
  const { training, branchId, story } = props;
  const { run, phases } = training;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const block = useRoleBlock("operator");
  const asks = { pause: useAsk(), resume: useAsk(), stop: useAsk() };
  const launches = { entropulse: useAsk(), rl: useAsk() };
  const [asking, setAsking] = useState(false);
  const [launching, setLaunching] = useState<Launch | null>(null);
  const open = phases.filter(isOpen);
  const ended = run.state === "finished" || run.state === "stopped";
  const verbs = ended ? [] : open.length > 0 ? trainingVerbs(open) : (["stop"] as const);
  const reread = () =>
    queryClient.invalidateQueries({ queryKey: trpc.training.byId.queryKey({ id: run.id }) });
  const act = (verb: PhaseVerb) =>
    asks[verb].run(async () => {
      await client.run[verb].mutate({ id: run.id });
      await reread();
    });
  const launch = (kind: Launch, { settings, start, endCurrent }: LaunchWish) => {
    setLaunching(null);
    launches[kind].run(async () => {
      const wish = { branchId, settings, start };
      if (kind === "entropulse")
        await client.training.launchEntropulse.mutate({ ...wish, stopRl: endCurrent });
      else await client.training.startRl.mutate(wish);
      await reread();
    });
  };
  const arms =
    training.branches.length > 1 ? ` in ${plural(training.branches.length, "branch", "branches")}` : "";
  return (
    <>
      {!ended &&
        (["entropulse", "rl"] as const).map((kind) => (
          <ActButton
            key={kind}
            data-verb={kind}
            act={launchAct(kind, story, launches[kind].ask)}
            tone={
              kind === "entropulse" && training.suggestions[branchId]?.suggested && !training.spec.controls
                ? "primary"
                : "plain"
            }
            size="sm"
            icon={
              kind === "entropulse" ? (
                <Sparkles aria-hidden="true" size={13} />
              ) : (
                <Play aria-hidden="true" size={13} />
              )
            }
            label={kind === "entropulse" ? "Launch Entropulse" : "Start RL again"}
            busyLabel={kind === "entropulse" ? "Launching Entropulse" : "Starting RL"}
            blockedBecause={block ?? launchBlock(kind, story, training.spec.controls)}
            onClick={() => setLaunching(kind)}
          />
        ))}
      {verbs.map((verb) => (
        <ActButton
          key={verb}
          data-verb={verb}
          act={phaseAct(verb, open, asks[verb].ask)}
          tone={verb === "stop" ? "danger" : "plain"}
          size="sm"
          icon={LOOKS[verb].icon}
          label={LOOKS[verb].label}
          busyLabel={LOOKS[verb].busy}
          blockedBecause={block}
          onClick={() => (verb === "stop" ? setAsking(true) : act(verb))}
        />
      ))}
      {launching && (
        <LaunchDialog
          kind={launching}
          ofRun={training.spec.settings[launching]}
          current={currentPhase(story)}
          onClose={() => setLaunching(null)}
          onLaunch={(wish) => launch(launching, wish)}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Stop the run ${run.name}?`}
        confirmLabel="Stop 1 run"
        onConfirm={() => act("stop")}
      >
        {plural(open.length, "open phase")}
        {arms} will end without finishing. Recorded trajectories, curves and checkpoints stay. A stopped run
        cannot be resumed; to keep the choice, pause it.
      </ConfirmDialog>
    </>
  );
}
