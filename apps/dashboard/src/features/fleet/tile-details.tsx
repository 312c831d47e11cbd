import { type Look, shortenId } from "@deskrl/ui";
import type { EnvironmentRow } from "../../lib/api/types.ts";

/** What a tile has no room for. */
export function TileDetails({ desktop, look }: { desktop: EnvironmentRow; look: Look }) {
  const { episode } = desktop;
  const facts: [string, React.ReactNode][] = [
    ["State", look.word],
    ...(desktop.stateReason ? ([["Reason", desktop.stateReason]] as [string, string][]) : []),
    ["Worker", desktop.workerName],
    [
      "Desktop",
      `${shortenId(desktop.id)}, ${desktop.provider === "sim" ? "simulated, " : ""}generation ${desktop.generation}`,
    ],
    ...(episode
      ? ([
          ["Run", `${episode.runName} (${episode.policy})`],
          ["Task", episode.taskKey],
          ["Step", `${episode.stepCount} of ${episode.maxSteps}`],
          ["Last action", episode.lastAction ?? "none yet"],
        ] as [string, string][])
      : []),
  ];
  return (
    <dl className="grid max-w-72 grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className={name === "Last action" ? "break-all font-mono text-2xs" : "break-words"}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
