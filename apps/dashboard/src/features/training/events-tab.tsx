"use client";
import { ErrorNote, Skeleton } from "@deskrl/ui";
import { useQueries } from "@tanstack/react-query";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { Training } from "../../lib/api/types.ts";
import { EventList } from "../runs/event-list.tsx";
import { Section } from "../shell/page-frame.tsx";
import { trainingEvents } from "./events.logic.ts";

/** Who did what, newest first. */
export function EventsTab({ training }: { training: Training }) {
  const trpc = useTRPC();
  // Acts on phases are kept under the phase, those on the run under the run.
  const subjects = [training.run.id, ...training.phases.map(({ id }) => id)].slice(0, 60);
  const queries = useQueries({
    queries: subjects.map((subjectId) => ({
      ...trpc.audit.list.queryOptions({ subjectId, limit: 50 }),
      refetchInterval: 15_000,
    })),
  });
  const failed = queries.find((query) => query.isError);
  const events = trainingEvents(
    training,
    queries.flatMap((query) => query.data?.items ?? []),
  );
  return (
    <Section title="Events">
      {failed && (
        <div className="p-3">
          <ErrorNote problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
        </div>
      )}
      {queries.some((query) => query.isPending) && <Skeleton className="m-3 h-10" />}
      <EventList events={events} />
    </Section>
  );
}
