"use client";
import { Button, buttonClass, EmptyNote, Skeleton, shortenId } from "@deskrl/ui";
import { MonitorPlay } from "lucide-react";
import Link from "next/link";
import type { WallState } from "../../lib/live/wall-store.ts";

/** What the wall shows while it holds nothing: that it is on its way, that filters hide all, or what fills it. */
export function EmptyWall(props: {
  loading: boolean;
  filtered: boolean;
  /** What was searched for; empty when nothing was. */
  search: string;
  onClear: () => void;
}) {
  if (props.loading) return <TileSkeletons />;
  if (props.filtered)
    return (
      <EmptyNote
        title={props.search ? `No desktop matches “${props.search}”` : "No desktop passes these filters"}
        action={<Button onClick={props.onClear}>Clear all filters</Button>}
      >
        {props.search && "Task, run, worker and id are searched, within the filters that are set. "}
        Desktops that are gone are left out.
      </EmptyNote>
    );
  return (
    <EmptyNote
      icon={<MonitorPlay aria-hidden="true" size={28} />}
      title="No desktops yet"
      action={
        <Link href="/workers" className={buttonClass("primary")}>
          See the workers
        </Link>
      }
    >
      Each worker that joins starts its desktops by itself. They show here with a live picture, the task an
      agent works on, and its step.
    </EmptyNote>
  );
}

/** What is not as it should be, in a line above the wall. */
export function WallTrouble(props: { status: WallState["status"]; ended: string | null; budget: number }) {
  return (
    <>
      {props.status === "failed" && (
        <p role="alert" data-hue="invalid" className="px-4 pb-2 text-hue text-xs">
          The wall could not be read just now; what you see may be old. It is asked for again every few
          seconds.
        </p>
      )}
      {props.ended && (
        <output className="block px-4 pb-2 text-muted text-xs">
          {props.budget} live views are open at a time: {shortenId(props.ended)} shows one picture a second
          again.
        </output>
      )}
    </>
  );
}

function TileSkeletons() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-2.5 px-3 pt-3">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
        <Skeleton key={key} className="h-44 w-full" />
      ))}
    </div>
  );
}
