"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { EpisodeRow } from "../../lib/api/types.ts";
import { EMPTY_WALL, frameOf, turn, type Wall } from "./live-wall.logic.ts";

/** Enough to choose from: a group is many episodes of one task. */
const NEWEST = 60;

/**
 * Keeps a wall going over the newest episodes of a run.
 * @param going false while nobody can see it: then nothing is asked for
 * @param stepMs from one step to the next
 */
export function useLiveWall(options: { runId: string; size: number; going: boolean; stepMs: number }) {
  const { runId, size, going, stepMs } = options;
  const trpc = useTRPC();
  const list = useQuery({
    ...trpc.episode.list.queryOptions({ runId, state: ["finished"], limit: NEWEST }),
    refetchInterval: going ? 5000 : false,
    placeholderData: (previous) => previous,
  });
  const [wall, setWall] = useState<Wall<EpisodeRow>>(EMPTY_WALL);
  /** The picture that each tile has on the screen, or could not get. */
  const arrived = useRef(new Map<number, string>());
  const newest = list.data?.items;
  useEffect(() => {
    if (!going || !newest) return;
    const go = () =>
      setWall((before) =>
        turn(before, {
          newest,
          size,
          drawn: (place) => {
            const tile = before.tiles[place];
            return tile !== undefined && arrived.current.get(place) === frameOf(tile);
          },
        }),
      );
    go();
    const timer = setInterval(go, stepMs);
    return () => clearInterval(timer);
  }, [going, newest, size, stepMs]);
  return {
    list,
    tiles: wall.tiles,
    onArrived: (place: number, frame: string) => void arrived.current.set(place, frame),
  };
}
