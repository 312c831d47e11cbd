"use client";
import { buttonClass, RelativeTime, runLook, StateChip } from "@deskrl/ui";
import { useQueries, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow, SystemStatus } from "../../lib/api/types.ts";
import { CountsStrip } from "../fleet/counts-strip.tsx";
import { fleetHref } from "../fleet/fleet-filters.logic.ts";
import { LatestTrajectories } from "../runs/latest-trajectories.tsx";
import { RunProgress } from "../runs/run-progress.tsx";
import { Section } from "../shell/page-frame.tsx";
import { trainingAttention } from "../training/training-attention.logic.ts";
import { TrainingCard } from "../training/training-card.tsx";
import { needsAttention } from "./attention.logic.ts";

/** Runs as cards, the fleet in numbers, and what needs a person. */
export function Overview({ status, runs }: { status: SystemStatus; runs: readonly RunRow[] }) {
  const trpc = useTRPC();
  const router = useRouter();
  const counts = useQuery({ ...trpc.environment.counts.queryOptions({}), refetchInterval: 30_000 });
  const trainings = useQueries({
    queries: runs
      .filter(({ kind }) => kind === "training")
      .map(({ id }) => ({ ...trpc.training.byId.queryOptions({ id }), refetchInterval: 10_000 })),
  }).flatMap((query) => query.data ?? []);
  const attention = [
    ...trainings.flatMap(trainingAttention),
    ...needsAttention({ status, runs, brokenDesktops: counts.data?.failed ?? 0 }),
  ];
  return (
    <div className="space-y-3">
      {attention.length > 0 && (
        <section
          data-hue="invalid"
          aria-label="Needs a person"
          className="rounded-lg border border-hue-line bg-panel"
        >
          <h2 className="flex items-center gap-1.5 border-line border-b px-3 py-1.5 font-medium text-hue">
            <TriangleAlert aria-hidden="true" size={14} /> Needs a person
          </h2>
          <ul>
            {attention.map((item) => (
              <li key={item.key} className="border-line border-b last:border-0">
                <Link href={item.href} className="block px-3 py-1.5 hover:bg-raised">
                  {item.message}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CountsStrip
          counts={counts.data}
          chosen={null}
          onToggle={(state) => router.push(fleetHref({ state: [state] }))}
          onAll={() => router.push("/fleet")}
        />
        <Link href="/runs?new=train" className={buttonClass("primary", "sm")}>
          New run
        </Link>
      </div>
      <div className="grid gap-3 xl:grid-cols-2">
        {runs.map((run) => {
          const training = trainings.find((each) => each.run.id === run.id);
          return training ? (
            <TrainingCard key={run.id} training={training} />
          ) : (
            <RunCard key={run.id} run={run} />
          );
        })}
      </div>
      <Section
        title="Latest trajectories"
        action={
          <Link href="/trajectories" className="text-accent text-xs hover:underline">
            All
          </Link>
        }
      >
        <LatestTrajectories filters={{}} />
      </Section>
    </div>
  );
}

function RunCard({ run }: { run: RunRow }) {
  return (
    <article className="space-y-2.5 rounded-lg border border-line bg-panel p-3">
      <header className="flex items-center gap-2">
        <StateChip look={runLook(run.state)} />
        <Link href={`/runs/${run.id}`} className="truncate font-medium hover:underline">
          {run.name}
        </Link>
        <RelativeTime at={run.createdAt} className="ml-auto shrink-0 text-faint text-xs" />
      </header>
      {run.kind === "evaluation" && <RunProgress run={run} />}
    </article>
  );
}
