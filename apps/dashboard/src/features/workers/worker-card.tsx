import { Command, CopyId, formatMib, RelativeTime, SplitBar, StateChip, workerLook } from "@deskrl/ui";
import { Wrench } from "lucide-react";
import Link from "next/link";
import type { WorkerRow } from "../../lib/api/types.ts";
import { fleetHref } from "../fleet/fleet-filters.logic.ts";
import { splitCommands } from "../shell/commands.logic.ts";

/** One machine: what it has, how many desktops it keeps, and what it lacks. */
export function WorkerCard({ worker }: { worker: WorkerRow }) {
  const { facts } = worker;
  const rows: [string, React.ReactNode][] = [
    ["Machine", `${facts.hostname}: ${facts.cores} cores, ${formatMib(facts.memoryMib)} memory`],
    ["Disk free", facts.diskFreeMib === null ? "not known" : formatMib(facts.diskFreeMib)],
    [
      "Engine",
      facts.engineVersion ? `${facts.provider} ${facts.engineVersion}` : `${facts.provider}, not answering`,
    ],
    ["Worker", `version ${worker.version}`],
    ["Joined", <RelativeTime key="joined" at={worker.registeredAt} />],
    ["Last heard", <RelativeTime key="heard" at={worker.heartbeatAt} />],
  ];
  return (
    <article data-worker={worker.id} className="min-w-0 rounded-lg border border-line bg-panel p-3">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="truncate font-semibold text-base">{worker.name}</h2>
        <StateChip look={workerLook(worker.state)} />
        <span className="ml-auto">
          <CopyId id={worker.id} />
        </span>
      </header>
      <div className="mt-2">
        <div className="mb-1 flex items-baseline justify-between text-xs">
          <Link href={fleetHref({ worker: worker.id })} className="text-accent hover:underline">
            Desktops
          </Link>
          <span className="num text-muted">
            {worker.activeEpisodes} at work, {worker.readyDesktops} up of {worker.desktops}
          </span>
        </div>
        <SplitBar
          whole={Math.max(worker.desktops, worker.readyDesktops, 1)}
          parts={[
            { key: "work", label: "at work", hue: "acting", count: worker.activeEpisodes },
            {
              key: "up",
              label: "up and idle",
              hue: "queued",
              count: Math.max(0, worker.readyDesktops - worker.activeEpisodes),
            },
          ]}
        />
      </div>
      {facts.engineProblem && (
        <div
          data-hue="invalid"
          role="alert"
          className="hatch mt-2 rounded border border-hue-line bg-hue-soft p-2 text-sm"
        >
          <p className="flex items-center gap-1.5 text-hue">
            <Wrench aria-hidden="true" size={13} className="shrink-0" /> {facts.engineProblem.message}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-1.5 text-xs">
            {splitCommands(facts.engineProblem.fix).map((part) =>
              part.kind === "command" ? (
                <Command key={part.text} text={part.text} />
              ) : (
                <span key={part.text}>{part.text}</span>
              ),
            )}
          </p>
        </div>
      )}
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="truncate">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
