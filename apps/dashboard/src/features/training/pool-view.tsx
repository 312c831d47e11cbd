import type { PoolReport } from "@deskrl/protocol";
import { formatCount, formatShare } from "@deskrl/ui";

/** What an Entropulse phase learns from: its tasks, how many trajectories of each, which policy versions made them. */
export function PoolView({ report }: { report: PoolReport }) {
  const { tasks, successes, chosen, perTask, versions, distinctShare } = report;
  const facts: [string, string, string][] = [
    ["tasks", formatCount(tasks), "Tasks with at least one success in the RL phase"],
    ["successes", formatCount(successes), "Successes of the RL phase, all policy versions together"],
    ["chosen", formatCount(chosen), "Drawn at random, up to K a task"],
    [
      "distinct",
      formatShare(distinctShare, 1),
      "Share of the chosen trajectories whose list of actions differs from every other of the same task: what lifts entropy",
    ],
  ];
  return (
    <div className="space-y-3 p-3">
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(([name, value, meaning]) => (
          <div key={name} title={meaning}>
            <dt className="text-faint text-xs">{name}</dt>
            <dd className="num font-semibold text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <Histogram
        label="Trajectories a task"
        rows={perTask.map(({ trajectories, tasks }) => ({ name: String(trajectories), count: tasks }))}
        unit="tasks"
      />
      <Histogram
        label="Policy version that made them"
        rows={binned(versions.map(({ version, chosen }) => ({ version, count: chosen })))}
        unit="trajectories"
      />
    </div>
  );
}

const MOST_BARS = 24;

/** Neighbouring versions together, so that a long RL phase stays readable. */
function binned(rows: readonly { version: number; count: number }[]): Bar[] {
  const sorted = [...rows].sort((a, b) => a.version - b.version);
  const size = Math.ceil(sorted.length / MOST_BARS) || 1;
  const bins: Bar[] = [];
  for (let at = 0; at < sorted.length; at += size) {
    const part = sorted.slice(at, at + size);
    const [first, last] = [part[0]?.version, part.at(-1)?.version];
    bins.push({
      name: first === last ? `${first}` : `${first}–${last}`,
      short: `${first}`,
      count: part.reduce((sum, { count }) => sum + count, 0),
    });
  }
  return bins;
}

interface Bar {
  name: string;
  /** Under the bar, where the whole name has no room. */
  short?: string;
  count: number;
}

function Histogram(props: { label: string; rows: readonly Bar[]; unit: string }) {
  const { label, rows, unit } = props;
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <figure>
      <figcaption className="mb-1 text-faint text-xs">{label}</figcaption>
      <ul className="flex h-24 items-end gap-px">
        {rows.map(({ name, short, count }) => (
          <li
            key={name}
            title={`${name}: ${formatCount(count)} ${unit}`}
            className="flex h-full min-w-0 flex-1 flex-col justify-end text-center"
          >
            <span
              className="w-full rounded-t-sm bg-accent/70"
              style={{ height: `${Math.max(count > 0 ? 2 : 0, (count / most) * 80)}px` }}
            />
            <span className="num truncate text-2xs text-faint">{short ?? name}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
