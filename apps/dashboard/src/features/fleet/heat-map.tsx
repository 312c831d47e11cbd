"use client";
import type { WallRow } from "@deskrl/protocol";
import { isGridKey, moveInRows } from "@deskrl/ui";
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useClockOffset } from "../../lib/live/live-provider.tsx";
import type { WallSection } from "./arrange.logic.ts";
import { cellAt, hitMap, MAP_HEADER, mapLayout } from "./heat-map.logic.ts";
import { type MapColours, paintMap, readColours } from "./paint-map.ts";
import { rowLook } from "./row-look.logic.ts";
import type { Hovered } from "./use-hover-card.tsx";

export interface HeatMapProps {
  /** Headings show when there is more than one way to be in it. */
  sections: readonly WallSection[];
  headers: boolean;
  /** Ids of the open sections, one after the other. */
  ids: readonly string[];
  rowOf: (id: string) => WallRow | undefined;
  /** Changes with every change of a row. */
  version: unknown;
  selected: ReadonlySet<string>;
  onOpen: (id: string) => void;
  onSelect: (id: string, how: "toggle" | "range") => void;
  onFold: (key: string) => void;
  onHover: (hovered: Hovered | null) => void;
}

/** A cell for every desktop, drawn on one canvas that is never larger than what shows. */
export function HeatMap(props: HeatMapProps) {
  const { sections, headers, ids, rowOf, version, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [focused, setFocused] = useState(-1);
  const clockOffset = useClockOffset();
  const colours = useColours(box);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const layout = useMemo(
    () =>
      mapLayout({
        ...size,
        headers,
        sections: sections.map(({ key, closed, ids: held }) => ({ key, count: closed ? 0 : held.length })),
      }),
    [size, sections, headers],
  );

  const draw = useCallback(() => {
    const context = canvas.current?.getContext("2d");
    const element = canvas.current;
    if (!context || !element || !colours || size.width === 0) return;
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    paintMap({
      ...{ context, layout, colours, focused, ...size },
      scrollTop: box.current?.scrollTop ?? 0,
      rowAt: (tile) => rowOf(ids[tile] ?? ""),
      headingOf: (section) => {
        const found = sections[section];
        return found && { label: found.label, count: found.ids.length, closed: found.closed };
      },
      isSelected: (id) => selected.has(id),
      nowMs: Date.now() + clockOffset(),
    });
  }, [layout, colours, focused, size, ids, rowOf, sections, selected, clockOffset]);
  const frame = useRef(0);
  const redraw = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(draw);
  }, [draw]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows
  useEffect(redraw, [redraw, version]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const hit = (event: { clientX: number; clientY: number }) => {
    const element = box.current;
    if (!element) return null;
    const bounds = element.getBoundingClientRect();
    const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top + element.scrollTop };
    return hitMap(layout, at);
  };
  const hover = (tile: number) => {
    const id = ids[tile];
    const cell = cellAt(layout, tile);
    const bounds = box.current?.getBoundingClientRect();
    if (!id || !cell || !bounds) return props.onHover(null);
    const [left, top] = [bounds.left + cell.x, bounds.top + cell.y - (box.current?.scrollTop ?? 0)];
    props.onHover({ id, rect: { left, top, width: layout.cell, height: layout.cell } });
  };
  const onPointerMove = (event: PointerEvent) => {
    const found = hit(event);
    if (found && "tile" in found) hover(found.tile);
    else props.onHover(null);
  };
  const onClick = (event: React.MouseEvent) => {
    const found = hit(event);
    if (!found) return;
    if ("section" in found) {
      const key = sections[found.section]?.key;
      return key && props.onFold(key);
    }
    const id = ids[found.tile];
    if (!id) return;
    setFocused(found.tile);
    if (event.shiftKey) props.onSelect(id, "range");
    else if (event.ctrlKey || event.metaKey || selected.size > 0) props.onSelect(id, "toggle");
    else props.onOpen(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = ids[focused];
    if (isGridKey(event.key)) {
      event.preventDefault();
      const next = focused < 0 ? 0 : moveInRows(layout.rows, focused, event.key);
      setFocused(next);
      const cell = cellAt(layout, next);
      const element = box.current;
      if (!cell || !element) return;
      if (cell.y < element.scrollTop + MAP_HEADER) element.scrollTop = cell.y - MAP_HEADER;
      if (cell.y + layout.pitch > element.scrollTop + size.height)
        element.scrollTop = cell.y + layout.pitch - size.height;
      hover(next);
    } else if (event.key === "Enter" && id) props.onOpen(id);
    else if (event.key === " " && id) {
      event.preventDefault();
      props.onSelect(id, event.shiftKey ? "range" : "toggle");
    }
  };
  const focusedRow = rowOf(ids[focused] ?? "");
  return (
    // biome-ignore lint/a11y/useSemanticElements: one canvas of thousands of cells is no fieldset
    <div
      ref={box}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move over its cells
      tabIndex={0}
      aria-label={`Heat map of ${ids.length} desktops. Arrow keys move, Enter opens, Space selects.`}
      data-testid="heat-map"
      onPointerMove={onPointerMove}
      onPointerLeave={() => props.onHover(null)}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={(event) =>
        event.currentTarget.matches(":focus-visible") && setFocused((at) => Math.max(0, at))
      }
      onBlur={() => {
        setFocused(-1);
        props.onHover(null);
      }}
      onScroll={redraw}
      className="focus-ring relative h-full min-h-0 cursor-pointer overflow-y-auto"
    >
      <canvas ref={canvas} className="sticky top-0 left-0 block" style={size} />
      <div style={{ height: Math.max(0, layout.height - size.height) }} />
      <output className="sr-only">
        {focusedRow &&
          `${rowLook(focusedRow).word}${focusedRow.episode ? `: ${focusedRow.episode.instruction}` : ""}, desktop ${focusedRow.id}`}
      </output>
    </div>
  );
}

/** The colours of the theme that shows; read anew when it changes. */
function useColours(box: React.RefObject<HTMLElement | null>): MapColours | null {
  const [colours, setColours] = useState<MapColours | null>(null);
  useEffect(() => {
    const read = () => box.current && setColours(readColours(box.current));
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style"] });
    return () => observer.disconnect();
  }, [box]);
  return colours;
}
