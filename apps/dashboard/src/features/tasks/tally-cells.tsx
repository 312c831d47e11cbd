import { formatCount, formatShare, SplitBar } from "@deskrl/ui";
import Link from "next/link";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";
import { successShare, type Tally } from "./task-tally.logic.ts";

/** A count that leads to its rows; a zero leads nowhere. */
export function TallyLink({
  tally,
  verdict,
  task,
  run,
}: {
  tally: Tally;
  verdict: keyof Tally;
  task: string;
  run?: string;
}) {
  if (tally[verdict] === 0) return <span className="text-faint">0</span>;
  return (
    <Link
      href={trajectoriesHref({
        task: [task],
        verdict: [verdict],
        superseded: false,
        ...(run ? { run } : {}),
      })}
      onClick={(event) => event.stopPropagation()}
      className="hover:underline"
    >
      {formatCount(tally[verdict])}
    </Link>
  );
}

/** Share of judged attempts that succeeded, with a bar; a dash where nothing was judged. */
export function SuccessCell({ tally }: { tally: Tally }) {
  const share = successShare(tally);
  const judged = tally.succeeded + tally.failed;
  return (
    <span className="flex items-center gap-2">
      <SplitBar
        className="h-1.5 max-w-16"
        whole={Math.max(1, judged)}
        parts={[
          { key: "s", label: "succeeded", count: tally.succeeded, hue: "succeeded" },
          { key: "f", label: "failed", count: tally.failed, hue: "failed" },
        ]}
      />
      <span className="num w-10 whitespace-nowrap text-right text-xs">
        {share === null ? "–" : formatShare(tally.succeeded, judged)}
      </span>
    </span>
  );
}
