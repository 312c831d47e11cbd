"use client";
import { ErrorNote, Skeleton } from "@deskrl/ui";
import Link from "next/link";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { SuccessCell, TallyLink } from "../tasks/tally-cells.tsx";
import { useTallies } from "../tasks/use-tallies.ts";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";

/** What came of each task in this run, the hardest first. */
export function RunTasks({ runId }: { runId: string }) {
  const { byTask, isPending, error } = useTallies({ runId });
  if (error) {
    return (
      <div className="p-3">
        <ErrorNote problem={toProblem(error)} />
      </div>
    );
  }
  if (isPending) return <Skeleton className="m-3 h-24" />;
  if (byTask.size === 0) return <p className="p-3 text-muted text-sm">No episode has been judged yet.</p>;
  const rows = [...byTask].sort(
    ([a, x], [b, y]) => y.invalid + y.failed - (x.invalid + x.failed) || a.localeCompare(b),
  );
  return (
    <div className="max-h-[420px] overflow-y-auto">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-panel text-2xs text-faint">
          <tr className="border-line border-b">
            <th className="px-3 py-1.5 text-left font-normal">Task</th>
            <th className="px-2 py-1.5 text-left font-normal">Success</th>
            <th className="px-2 py-1.5 text-right font-normal">Succeeded</th>
            <th className="px-2 py-1.5 text-right font-normal">Failed</th>
            <th className="px-3 py-1.5 text-right font-normal">Invalid</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([task, tally]) => (
            <tr key={task} className="border-line border-b last:border-0 hover:bg-raised">
              <td className="max-w-0 truncate px-3 py-1.5 font-mono text-xs">
                <Link
                  href={trajectoriesHref({ run: runId, task: [task] })}
                  className="hover:underline"
                  title={task}
                >
                  {task}
                </Link>
              </td>
              <td className="w-32 px-2">
                <SuccessCell tally={tally} />
              </td>
              {(["succeeded", "failed", "invalid"] as const).map((verdict) => (
                <td key={verdict} className="num w-16 px-3 text-right text-xs">
                  <TallyLink tally={tally} verdict={verdict} task={task} run={runId} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
