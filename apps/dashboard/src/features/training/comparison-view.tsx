import { formatCount, plural } from "@deskrl/ui";
import { clsx } from "clsx";
import { type meanAndError, points, SPLIT_WORDS, stageRows } from "./comparison.logic.ts";
import { kindWord } from "./phases.logic.ts";
import type { Comparison } from "./types.ts";

const SPLITS = ["train", "params", "phrasing", "template"] as const;

/** What the arms came to, side by side, and whether it is evidence of anything. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const rows = stageRows(comparison);
  const splits = SPLITS.filter((split) => rows.some((row) => row.bySplit[split]));
  return (
    <div className="space-y-3">
      <p
        data-hue={comparison.evidence === "gain" ? "succeeded" : "queued"}
        data-evidence={comparison.evidence}
        className="rounded-md border border-hue-line bg-hue-soft px-3 py-2 text-sm"
      >
        <span className="font-medium text-hue">
          {comparison.evidence === "none" ? "No comparison yet" : sentence(comparison.evidence)}
        </span>
        <span className="block text-muted text-xs">
          {comparison.text} Simulated desktop, small policy: not to be set beside the paper's figures.
        </span>
      </p>
      {comparison.paired.length > 0 && (
        <Table
          caption="Paired differences over seeds, in points of success"
          head={["Pair", "Tasks", "Difference", "± s.e.", "Seeds won"]}
          narrow
        >
          {comparison.paired.map((pair) => (
            <tr key={`${pair.a} ${pair.b} ${pair.split}`} className="border-line border-b last:border-0">
              <td className="px-3 py-1">
                {pair.a} − {pair.b}
              </td>
              <td className="px-2 py-1 text-muted">{SPLIT_WORDS[pair.split] ?? pair.split}</td>
              <td className="num whitespace-nowrap px-2 py-1 text-right font-medium">{points(pair.mean)}</td>
              <td className="num whitespace-nowrap px-2 py-1 text-right text-muted">
                {pair.se === null ? "one seed" : `± ${(pair.se * 100).toFixed(1)}`}
              </td>
              <td className="num whitespace-nowrap px-3 py-1 text-right">
                {pair.wins} of {formatCount(pair.seeds)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Table
        caption="Success and entropy after each phase, mean ± s.e. over seeds"
        head={["Arm", "After", "Seeds", ...splits.map((split) => SPLIT_WORDS[split] ?? split), "Entropy"]}
      >
        {rows.map((row) => (
          <tr
            key={`${row.arm} ${row.ordinal}`}
            className={clsx("border-line border-b last:border-0", row.arm === "main" && "text-muted")}
          >
            <td className="px-3 py-1">{row.arm === "main" ? "before the fork" : row.arm}</td>
            <td className="px-2 py-1">{kindWord(row.afterKind)}</td>
            <td className="num whitespace-nowrap px-2 py-1 text-right">{row.seeds}</td>
            {splits.map((split) => (
              <td key={split} className="num whitespace-nowrap px-2 py-1 text-right">
                <Value value={row.bySplit[split]?.success ?? null} percent />
              </td>
            ))}
            <td className="num whitespace-nowrap px-3 py-1 text-right">
              <Value value={row.bySplit.params?.entropy ?? row.bySplit.train?.entropy ?? null} />
            </td>
          </tr>
        ))}
      </Table>
      {rows.length === 0 && (
        <p className="text-muted text-sm">
          The first numbers come with the evaluation after BC; the arms begin at the end of RL 1.
        </p>
      )}
      {rows.length > 0 && rows.every((row) => row.seeds === 1) && (
        <p className="text-faint text-xs">
          {plural(1, "seed")} only: the spread between seeds is not known, so no difference here is evidence.
        </p>
      )}
    </div>
  );
}

const sentence = (evidence: Comparison["evidence"]): string =>
  evidence.charAt(0).toUpperCase() + evidence.slice(1);

function Value({ value, percent = false }: { value: ReturnType<typeof meanAndError>; percent?: boolean }) {
  if (value === null) return <span className="text-faint">–</span>;
  const show = (number: number) => (percent ? (number * 100).toFixed(1) : number.toFixed(2));
  return (
    <>
      {show(value.mean)}
      {percent && " %"}
      {value.se !== null && <span className="text-faint"> ± {show(value.se)}</span>}
    </>
  );
}

function Table(props: {
  caption: string;
  head: readonly string[];
  /** Has few enough columns to fit a telephone. */
  narrow?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-panel">
      <table className={clsx("w-full text-sm", !props.narrow && "min-w-[560px]")}>
        <caption className="border-line border-b px-3 py-1.5 text-left font-medium text-sm">
          {props.caption}
        </caption>
        <thead className="text-2xs text-faint">
          <tr className="border-line border-b">
            {props.head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={clsx(
                  "px-2 py-1.5 font-normal first:px-3 last:px-3",
                  index < 2 ? "text-left" : "text-right",
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}
