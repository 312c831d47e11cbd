import { CopyId, formatCount, formatMib, RelativeTime, SplitBar, StateChip, workerLook } from "@deskrl/ui";
import Link from "next/link";
import type { WorkerRow } from "../../lib/api/types.ts";
import { fleetHref } from "../fleet/fleet-filters.logic.ts";
import { WorkerControls } from "./worker-controls.tsx";
import { WorkerFaults } from "./worker-faults.tsx";
import { WorkerMeters } from "./worker-meters.tsx";
import { capacityOf, describeSkew, faultsOf, isDrained, metersOf, wishNote } from "./worker-view.logic.ts";

const WISHES = { cordoned: "Cordoned", drained: "Drained" } as const;

/** One machine: what it keeps and could keep, how busy it is, what it lacks, and what can be done with it. */
export function WorkerCard({ worker }: { worker: WorkerRow }) {
  const wish = wishNote(worker);
  return (
    <article
      data-worker={worker.id}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-panel p-3"
    >
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="truncate font-semibold text-base">{worker.name}</h2>
        <StateChip look={workerLook(worker.state)} />
        {worker.desiredState !== "active" && (
          <StateChip
            look={{
              hue: "paused",
              glyph: "pause",
              word:
                worker.desiredState === "drained" && !isDrained(worker)
                  ? "Draining"
                  : WISHES[worker.desiredState],
            }}
          />
        )}
        <span className="ml-auto">
          <CopyId id={worker.id} />
        </span>
      </header>
      {wish && <p className="mt-1 text-muted text-sm">{wish}</p>}
      <Desktops worker={worker} />
      <WorkerFaults faults={faultsOf(worker)} />
      <WorkerMeters meters={metersOf(worker)} />
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
        {factRows(worker).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto">
        <WorkerControls worker={worker} />
      </div>
    </article>
  );
}

function Desktops({ worker }: { worker: WorkerRow }) {
  const { possible, offered, first, fix } = capacityOf(worker);
  return (
    <div className="mt-2">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-2 text-xs">
        <Link href={fleetHref({ worker: worker.id })} className="text-accent hover:underline">
          Desktops
        </Link>
        <span className="num text-muted">
          {worker.activeEpisodes} at work, {worker.readyDesktops} up of {offered}
          {possible !== null && ` offered, ${formatCount(possible)} possible`}
        </span>
      </div>
      <SplitBar
        whole={Math.max(offered, worker.readyDesktops, 1)}
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
      {first && (
        <p className="mt-1 text-faint text-xs" title={fix ?? undefined}>
          {first}
        </p>
      )}
    </div>
  );
}

/** A limit of the kernel; what is beyond any use is as good as none. */
function limit(value: number | null, word: string): string {
  if (value === null) return "";
  return value > 1e12 ? `${word} without limit` : `${formatCount(value)} ${word}`;
}

function factRows(worker: WorkerRow): [string, React.ReactNode][] {
  const { facts } = worker;
  const { machine, load } = facts;
  const latency = load?.engineLatencyMs;
  const answered = latency === null || latency === undefined ? "" : `, answered in ${latency} ms`;
  const engine = facts.engineVersion
    ? `${facts.provider} ${facts.engineVersion}${answered}`
    : facts.provider === "sim"
      ? "simulated desktops, no engine needed"
      : `${facts.provider}, not answering`;
  const gpus = machine?.gpus.map(({ name, memoryMib }) =>
    memoryMib === null ? name : `${name}, ${formatMib(memoryMib)}`,
  );
  return [
    ["Machine", `${facts.hostname}: ${facts.cores} cores, ${formatMib(facts.memoryMib)} memory`],
    ["Engine", engine],
    ...(machine
      ? ([
          ["KVM", `${machine.kvm.state.replace("_", " ")}. ${machine.kvm.how}`],
          ["GPUs", gpus && gpus.length > 0 ? gpus.join("; ") : "none"],
          [
            "Kernel",
            [
              limit(machine.pidMax, "pids"),
              limit(machine.fileMax, "open files"),
              limit(machine.openFilesLimit, "of them a process"),
              limit(machine.inotifyInstances, "inotify instances"),
              limit(machine.inotifyWatches, "inotify watches"),
              limit(machine.aioMax, "aio requests"),
            ]
              .filter(Boolean)
              .join(", "),
          ],
          [
            "Bridge ports",
            machine.bridgePortsLeft === null
              ? "no bridge that carries desktops"
              : `${formatCount(machine.bridgePortsLeft)} left on the fullest bridge`,
          ],
        ] satisfies [string, string][])
      : []),
    ["Trainers", facts.trainers ? `${worker.trainingJobs} at work of ${facts.trainers}` : "none"],
    ...(facts.labels?.length ? ([["Labels", facts.labels.join(", ")]] satisfies [string, string][]) : []),
    ["Worker", `version ${worker.version}`],
    [
      "Clock",
      worker.clockSkewMs === null || Math.abs(worker.clockSkewMs) < 1_000
        ? "as here"
        : describeSkew(worker.clockSkewMs),
    ],
    ["Joined", <RelativeTime key="joined" at={worker.registeredAt} />],
    ["Last heard", <RelativeTime key="heard" at={worker.heartbeatAt} />],
  ];
}
