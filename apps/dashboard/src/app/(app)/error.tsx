"use client";
import { ErrorNote } from "@deskrl/ui";
import { PageFrame } from "../../features/shell/page-frame.tsx";
import { toProblem } from "../../lib/api/problem.logic.ts";

/** A page that failed to render; header and navigation stay. */
export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <PageFrame title="This page could not be shown">
      <ErrorNote problem={toProblem(error)} onRetry={reset} />
    </PageFrame>
  );
}
