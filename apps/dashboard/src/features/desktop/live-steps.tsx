"use client";
import { Button, ErrorNote, Skeleton } from "@deskrl/ui";
import { useEffect, useRef, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import { StepCard } from "../trajectories/step-card.tsx";
import { useSteps } from "../trajectories/use-steps.ts";

/** The agent's steps as they happen, the newest at the bottom; scrolling up stays where you read. */
export function LiveSteps({ episode }: { episode: NonNullable<EnvironmentRow["episode"]> }) {
  const { steps, isPending, error, retry } = useSteps(episode.id, episode.stepCount, null);
  const box = useRef<HTMLOListElement>(null);
  const [following, setFollowing] = useState(true);
  const count = steps.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is what must scroll
  useEffect(() => {
    if (following && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count, following]);
  if (error) {
    return (
      <div className="p-3">
        <ErrorNote problem={toProblem(error)} onRetry={retry} />
      </div>
    );
  }
  if (isPending && episode.stepCount > 0) {
    return (
      <div className="space-y-3 p-3">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    );
  }
  if (count === 0)
    return <p className="p-3 text-muted text-sm">No step yet; the first shows as soon as it is taken.</p>;
  return (
    <div className="relative min-h-0 flex-1">
      <ol
        ref={box}
        aria-label="Steps of the agent"
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          setFollowing(scrollHeight - scrollTop - clientHeight < 40);
        }}
        className="h-full overflow-y-auto"
      >
        {steps.map((step) => (
          <li
            key={step.index}
            data-step={step.index}
            className="border-line border-b px-3 py-2 [content-visibility:auto]"
          >
            <StepCard step={step} />
          </li>
        ))}
      </ol>
      {!following && (
        <Button
          size="sm"
          className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-pop"
          onClick={() => setFollowing(true)}
        >
          Follow the newest step
        </Button>
      )}
    </div>
  );
}
