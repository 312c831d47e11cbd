"use client";
import { ErrorNote, Skeleton } from "@deskrl/ui";
import { clsx } from "clsx";
import { toProblem } from "../../lib/api/problem.logic.ts";
import type { Training } from "../../lib/api/types.ts";
import { FactList } from "../shell/fact-list.tsx";
import { Section } from "../shell/page-frame.tsx";
import { OriginLabel } from "./origin-label.tsx";
import { type NamedPhase, startWords } from "./phases.logic.ts";
import { effectiveSettings } from "./train-spec.logic.ts";
import { useCatalog } from "./use-catalog.ts";

/** Every value in force, where it comes from, and where it differs from the recipe. */
export function ConfigTab({ training, story }: { training: Training; story: readonly NamedPhase[] }) {
  const catalog = useCatalog();
  const { spec } = training;
  const rows: [string, React.ReactNode][] = [
    ["Desktops", "simulated (provider sim)"],
    ["Policy", "embedded: a small network that scores candidate actions"],
    ["Plan", spec.controls ? "automatic, with controls" : spec.plan],
    ["Seeds", spec.seeds.join(", ")],
    [
      "Tasks",
      `office-gen, seed ${spec.suite.seed}: ${spec.suite.trainTasks} to train on, ${spec.suite.heldOutTasks} held out of each split`,
    ],
    ["Action space", spec.actionSpace === "gui" ? "GUI only" : "API and GUI"],
    ["Pauses itself above", `${Math.round(spec.invalidLimit * 100)} % invalid episodes in an iteration`],
  ];
  if (catalog.isError) return <ErrorNote problem={toProblem(catalog.error)} />;
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <Section title="What was asked for">
        <FactList rows={rows} />
      </Section>
      {story.map(({ phase, name }) => (
        <Section
          key={phase.id}
          title={name}
          action={<span className="text-faint text-xs">{startWords(phase.start)}</span>}
        >
          {catalog.data ? (
            <table className="w-full text-sm">
              <tbody>
                {effectiveSettings(catalog.data[phase.kind], phase.settings).map(
                  ({ spec, value, changed }) => (
                    <tr
                      key={spec.name}
                      className={clsx("border-line border-b last:border-0", changed && "bg-accent-soft")}
                    >
                      <td className="px-3 py-1" title={spec.note}>
                        {spec.label}
                      </td>
                      <td className="num px-2 py-1 text-right font-mono text-xs">
                        {String(value)}
                        {changed && (
                          <span className="ml-2 text-faint line-through">{String(spec.default)}</span>
                        )}
                      </td>
                      <td className="w-24 px-3 py-1 text-right">
                        {changed ? (
                          <span className="text-2xs text-accent">changed here</span>
                        ) : (
                          <OriginLabel spec={spec} />
                        )}
                      </td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          ) : (
            <Skeleton className="m-3 h-24" />
          )}
        </Section>
      ))}
    </div>
  );
}
