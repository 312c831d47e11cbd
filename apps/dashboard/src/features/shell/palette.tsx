"use client";
import { environmentLook, episodeLook, runLook, StateIcon, shortenId } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { FileText, Moon, PanelTop, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { Children, type ReactNode, useDeferredValue, useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import { PAGES } from "./nav.ts";

const GROUP =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-faint";
const ITEM =
  "flex h-8 cursor-pointer items-center gap-2 rounded px-2 text-sm data-[selected=true]:bg-raised data-[selected=true]:text-text";

/** Go to any page, run, task, desktop or trajectory, or do one of a few things, by typing. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const { resolvedTheme, setTheme } = useTheme();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const go = (href: string) => {
    onOpenChange(false);
    setTyped("");
    router.push(href);
  };
  return (
    <Command.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label="Search and commands"
      shouldFilter={false}
      overlayClassName="fixed inset-0 z-40 bg-scrim"
      contentClassName="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-panel shadow-pop"
    >
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder="Go to a page, run, task, desktop, trajectory…"
        className="h-11 w-full border-line border-b bg-transparent px-3 text-base outline-none placeholder:text-faint"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-muted text-sm">
          Nothing by that name. Ids, tasks, run names and workers can be searched.
        </Command.Empty>
        <Group heading="Pages">
          {PAGES.filter((page) => matches(page.label, search)).map((page) => (
            <Command.Item key={page.href} value={page.href} onSelect={() => go(page.href)} className={ITEM}>
              <PanelTop aria-hidden="true" size={14} className="text-faint" />
              {page.label}
              <span className="ml-auto text-faint text-xs">g {page.key}</span>
            </Command.Item>
          ))}
        </Group>
        <Group heading="Actions">
          {matches("Start a run", search) && (
            <Command.Item value="new-run" onSelect={() => go("/runs?new=train")} className={ITEM}>
              <Plus aria-hidden="true" size={14} className="text-faint" /> Start a run
            </Command.Item>
          )}
          {matches("Switch between light and dark theme", search) && (
            <Command.Item
              value="theme"
              onSelect={() => {
                setTheme(resolvedTheme === "dark" ? "light" : "dark");
                onOpenChange(false);
              }}
              className={ITEM}
            >
              <Moon aria-hidden="true" size={14} className="text-faint" /> Switch between light and dark
            </Command.Item>
          )}
        </Group>
        {open && search.length > 1 && <Found search={search} go={go} />}
      </Command.List>
    </Command.Dialog>
  );
}

function matches(label: string, search: string): boolean {
  return label.toLowerCase().includes(search.toLowerCase());
}

function Found({ search, go }: { search: string; go: (href: string) => void }) {
  const trpc = useTRPC();
  const input = { q: search, limit: 5 };
  const runs = useQuery(trpc.run.list.queryOptions(input));
  const tasks = useQuery(trpc.suite.tasks.queryOptions(input));
  const desktops = useQuery(trpc.environment.list.queryOptions(input));
  const trajectories = useQuery(trpc.episode.list.queryOptions(input));
  return (
    <>
      <Group heading="Runs">
        {runs.data?.items.map((run) => (
          <Command.Item key={run.id} value={run.id} onSelect={() => go(`/runs/${run.id}`)} className={ITEM}>
            <Glyph look={runLook(run.state)} />
            <span className="truncate">{run.name}</span>
            <Tail id={run.id} />
          </Command.Item>
        ))}
      </Group>
      <Group heading="Tasks">
        {tasks.data?.items.map((task) => (
          <Command.Item
            key={task.id}
            value={task.id}
            onSelect={() => go(`/tasks/${task.id}`)}
            className={ITEM}
          >
            <FileText aria-hidden="true" size={14} className="shrink-0 text-faint" />
            <span className="truncate">{task.instruction}</span>
            <span className="ml-auto shrink-0 font-mono text-faint text-xs">{task.key}</span>
          </Command.Item>
        ))}
      </Group>
      <Group heading="Desktops">
        {desktops.data?.items.map((desktop) => (
          <Command.Item
            key={desktop.id}
            value={desktop.id}
            onSelect={() => go(`/desktops/${desktop.id}`)}
            className={ITEM}
          >
            <Glyph look={environmentLook({ ...desktop, episodeState: desktop.episode?.state ?? null })} />
            <span className="truncate">{desktop.episode?.instruction ?? `on ${desktop.workerName}`}</span>
            <Tail id={desktop.id} />
          </Command.Item>
        ))}
      </Group>
      <Group heading="Trajectories">
        {trajectories.data?.items.map((episode) => (
          <Command.Item
            key={episode.id}
            value={episode.id}
            onSelect={() => go(`/trajectories/${episode.id}`)}
            className={ITEM}
          >
            <Glyph look={episodeLook(episode)} />
            <span className="truncate">{episode.instruction}</span>
            <Tail id={episode.id} />
          </Command.Item>
        ))}
      </Group>
    </>
  );
}

/** A heading with its rows; nothing at all when there are none. */
function Group({ heading, children }: { heading: string; children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null;
  return (
    <Command.Group heading={heading} className={GROUP}>
      {children}
    </Command.Group>
  );
}

function Glyph({ look }: { look: ReturnType<typeof runLook> }) {
  return (
    <span data-hue={look.hue} title={look.word} className="text-hue">
      <StateIcon glyph={look.glyph} size={14} />
    </span>
  );
}

function Tail({ id }: { id: string }) {
  return <span className="ml-auto shrink-0 font-mono text-faint text-xs">{shortenId(id)}</span>;
}
