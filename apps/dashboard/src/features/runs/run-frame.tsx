import { CopyId, runLook, StateChip } from "@deskrl/ui";
import type { RunRow } from "../../lib/api/types.ts";
import { PageFrame } from "../shell/page-frame.tsx";
import { TrailTitle } from "../shell/trail-title.tsx";

/** The page of a run, whatever its kind: its name after the way back to the list, its state, its id. */
export function RunFrame(props: {
  run: RunRow;
  /** A word on what kind of run it is, and why that matters. */
  kind?: { word: string; why?: string };
  actions?: React.ReactNode;
  children: React.ReactNode;
}) {
  const { run, kind, actions, children } = props;
  return (
    <PageFrame
      title={
        <TrailTitle href="/runs" list="Runs">
          <span className="truncate" title={run.name}>
            {run.name}
          </span>
        </TrailTitle>
      }
      aside={
        <>
          <StateChip look={runLook(run.state)} />
          {kind && (
            <span className="rounded border border-line px-1.5 text-muted text-xs" title={kind.why}>
              {kind.word}
            </span>
          )}
          <CopyId id={run.id} />
        </>
      }
      actions={actions}
    >
      {children}
    </PageFrame>
  );
}
