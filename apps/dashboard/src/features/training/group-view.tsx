"use client";
import { Button, ErrorNote, episodeLook, humanise, Skeleton, StateChip, stepLook } from "@deskrl/ui";
import { useQueries, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowLeft, GitFork } from "lucide-react";
import Link from "next/link";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { StepRow } from "../../lib/api/types.ts";
import { CodeLine } from "../trajectories/code-line.tsx";
import { commonCode, firstDivergence } from "./divergence.logic.ts";
import type { GroupPlace } from "./group-key.logic.ts";
import type { GroupEpisode } from "./types.ts";

/** The members of a group side by side, step by step, with the first step at which they part marked. */
export function GroupView({ place, onBack }: { place: GroupPlace; onBack: () => void }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.training.group.queryOptions(place));
  const episodes = query.data?.episodes ?? [];
  const steps = useQueries({
    queries: episodes.map(({ id }) =>
      trpc.episode.steps.queryOptions(
        { episodeId: id, from: 0, limit: 100 },
        { staleTime: Number.POSITIVE_INFINITY },
      ),
    ),
  });
  const back = (
    <Button size="sm" tone="quiet" onClick={onBack}>
      <ArrowLeft aria-hidden="true" size={13} /> Groups
    </Button>
  );
  if (query.isError) {
    return (
      <div className="space-y-2">
        {back}
        <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (!query.data || steps.some((each) => each.isPending)) return <Skeleton className="h-80 w-full" />;
  const { group } = query.data;
  const members = steps.map((each) => each.data?.items ?? []);
  // What the machinery broke says nothing about where the policy parted.
  const compared = members
    .filter((_, index) => episodes[index]?.verdict !== "invalid")
    .map((list) => ({ code: list.map((step) => step.code) }));
  const parting = firstDivergence(compared);
  const longest = Math.max(0, ...members.map((list) => list.length));
  const template = {
    gridTemplateColumns: `36px repeat(${Math.max(1, episodes.length)}, minmax(190px, 1fr))`,
  };
  return (
    <section aria-label="Group" className="space-y-2" data-testid="group">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
        {back}
        <span className="font-medium text-sm">
          Iteration {group.iteration}, group {group.index}
        </span>
        <span className="font-mono text-muted">{group.taskKey}</span>
        <span className="num text-muted">
          {group.succeeded} of {group.size} succeeded · reward {group.rewardMean?.toFixed(2) ?? "–"} · spread{" "}
          {group.rewardStd?.toFixed(2) ?? "–"}
        </span>
        <span className="text-muted">{group.reason ?? humanise(group.state)}</span>
        <span className="inline-flex items-center gap-1 text-muted">
          <GitFork aria-hidden="true" size={12} />
          {parting === null ? "all members did the same" : `they part at step ${parting + 1}`}
        </span>
      </div>
      {episodes[0] && <p className="text-sm">{episodes[0].instruction}</p>}
      <div className="overflow-x-auto rounded-lg border border-line bg-panel">
        <div className="w-max min-w-full text-xs">
          <div className="grid border-line border-b" style={template}>
            <span />
            {episodes.map((episode, index) => (
              <MemberHead key={episode.id} episode={episode} place={index} steps={members[index] ?? []} />
            ))}
          </div>
          {Array.from({ length: longest }, (_, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is a step number
              key={index}
              className={clsx(
                "grid border-line border-b last:border-0",
                parting === index && "border-t-2 border-t-accent",
              )}
              style={template}
            >
              <span
                className={clsx(
                  "num px-2 py-1.5 text-right",
                  parting === index ? "text-accent" : "text-faint",
                )}
                title={parting === index ? "The first step at which they part" : undefined}
              >
                {index + 1}
              </span>
              {members.map((list, member) => (
                <StepCell
                  key={episodes[member]?.id ?? member}
                  step={list[index]}
                  odd={list[index] !== undefined && list[index]?.code !== commonCode(compared, index)}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function MemberHead(props: { episode: GroupEpisode; place: number; steps: readonly StepRow[] }) {
  const { episode, steps } = props;
  const reward = steps.reduce((sum, step) => sum + (step.reward ?? 0), 0);
  return (
    <div className="space-y-0.5 border-line border-l px-2 py-1.5">
      <span className="flex items-center gap-1.5">
        <StateChip look={episodeLook(episode)} title={episode.reason ?? undefined} />
        <Link href={`/trajectories/${episode.id}`} className="text-accent hover:underline">
          Open
        </Link>
      </span>
      <span className="num block text-2xs text-muted">
        {steps.length} steps · {episode.verdict === "invalid" ? "no reward" : `reward ${reward}`} · version{" "}
        {episode.policyVersion}
      </span>
    </div>
  );
}

function StepCell({ step, odd }: { step: StepRow | undefined; odd: boolean }) {
  if (!step) return <span className="border-line border-l px-2 py-1.5 text-faint">–</span>;
  const look = stepLook(step);
  return (
    <span
      data-hue={look.hue}
      className={clsx("min-w-0 border-line border-l px-2 py-1.5", odd && "bg-accent-soft")}
      title={step.result || look.word}
    >
      <CodeLine code={step.code} wrap />
      <span className="num mt-0.5 flex gap-2 text-2xs text-faint">
        {look.hue !== "succeeded" && <span className="text-hue">{look.word}</span>}
        {step.reward !== null && <span>r {step.reward}</span>}
        {step.entropy !== null && (
          <span title="Entropy of the decision, nats">H {step.entropy.toFixed(2)}</span>
        )}
      </span>
    </span>
  );
}
