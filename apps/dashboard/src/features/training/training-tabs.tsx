"use client";
import { Skeleton } from "@deskrl/ui";
import { clsx } from "clsx";
import dynamic from "next/dynamic";
import type { Training } from "../../lib/api/types.ts";
import { ArmsTab } from "./arms-tab.tsx";
import type { BoardParams, Tab } from "./board-params.logic.ts";
import type { BoardToolbarProps } from "./board-toolbar.tsx";
import { ConfigTab } from "./config-tab.tsx";
import { DataTab } from "./data-tab.tsx";
import { EventsTab } from "./events-tab.tsx";
import { GroupsTab } from "./groups-tab.tsx";
import { LiveTab } from "./live-tab.tsx";
import type { NamedPhase } from "./phases.logic.ts";
import { RunTrajectoriesTab } from "./run-trajectories-tab.tsx";
import { VersionsTab } from "./versions-tab.tsx";

// The charts' library is the heaviest of the dashboard: pages without curves do not load it.
const ChartsTab = dynamic(() => import("./charts-tab.tsx").then((module) => module.ChartsTab), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});

const LABELS: Record<Tab, string> = {
  charts: "Charts",
  live: "Live",
  trajectories: "Trajectories",
  groups: "Groups",
  versions: "Policy versions",
  arms: "Arms",
  data: "Data",
  config: "Config",
  events: "Events",
};

export interface TrainingTabsProps {
  training: Training;
  story: readonly NamedPhase[];
  /** The branch whose story it is. */
  branchId: string | null;
  params: BoardParams;
  onSet: BoardToolbarProps["onSet"];
}

/** What there is to see of a training run, one kind at a time. */
export function TrainingTabs({ training, story, branchId, params, onSet }: TrainingTabsProps) {
  const tabs = (Object.keys(LABELS) as Tab[]).filter((tab) => tab !== "arms" || training.spec.controls);
  const tab = tabs.includes(params.tab) ? params.tab : "charts";
  return (
    <div className="space-y-2.5">
      <div
        role="tablist"
        aria-label="Views of the run"
        className="flex gap-1 overflow-x-auto border-line border-b"
      >
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === tab}
            onClick={() => onSet({ tab: each })}
            className={clsx(
              "focus-ring -mb-px shrink-0 rounded-t border-b-2 px-2.5 py-1.5 text-sm",
              each === tab ? "border-accent font-medium" : "border-transparent text-muted hover:text-text",
            )}
          >
            {LABELS[each]}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={LABELS[tab]}>
        <TabBody {...{ tab, training, story, branchId, params, onSet }} />
      </div>
    </div>
  );
}

function TabBody({ tab, training, story, branchId, params, onSet }: TrainingTabsProps & { tab: Tab }) {
  const { run } = training;
  const works = training.phases.some(({ state }) => state === "running");
  switch (tab) {
    case "charts":
      return (
        <ChartsTab
          run={run}
          training={training}
          params={{ ...params, branch: branchId ?? "" }}
          onSet={onSet}
        />
      );
    case "live":
      return <LiveTab runId={run.id} working={works} />;
    case "trajectories":
      return <RunTrajectoriesTab runId={run.id} story={story} />;
    case "config":
      return <ConfigTab training={training} story={story} />;
    case "events":
      return <EventsTab training={training} />;
    case "groups":
      return <GroupsTab story={story} />;
    case "versions":
      return branchId ? <VersionsTab runId={run.id} branchId={branchId} story={story} /> : null;
    case "arms":
      return <ArmsTab runId={run.id} />;
    case "data":
      return <DataTab training={training} />;
  }
}
