"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type GridSection, gridRows, moveInRows, rowOfTile, tilesOfRows } from "./grid-rows.logic.ts";
import { gridLayout, isGridKey } from "./virtual-grid.logic.ts";

export interface VirtualGridProps {
  /** Tiles, in sections; one section without `renderHeader` is a plain grid. */
  sections: readonly GridSection[];
  label: string;
  minTileWidth: number;
  gap: number;
  heightFor: (tileWidth: number) => number;
  keyOf: (index: number) => string;
  renderTile: (index: number) => ReactNode;
  /** Heading of a section, `HEADER_HEIGHT` pixels high. */
  renderHeader?: ((section: number) => ReactNode) | undefined;
  /** Enter on the focused tile. */
  onActivate: (index: number) => void;
  /** Space on the focused tile; with Shift up to the last one that was toggled. */
  onToggle?: (index: number, range: boolean) => void;
  /** Tiles on the screen now, each time they change. */
  onVisible?: (indexes: number[]) => void;
}

/** A scrolling grid that draws only the tiles on the screen, with the grid keyboard pattern. */
export function VirtualGrid(props: VirtualGridProps) {
  const { sections, label, minTileWidth, gap, heightFor, keyOf, renderTile, renderHeader } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [focused, setFocused] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth - 2 * PADDING));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const count = sections.reduce((sum, section) => sum + section.count, 0);
  const layout = gridLayout({ width: Math.max(1, width), count, minTileWidth, gap, heightFor });
  const { columns, tileHeight, tileWidth } = layout;
  const headers = renderHeader !== undefined;
  const rows = useMemo(() => gridRows(sections, { columns, headers }), [sections, columns, headers]);
  const virtualizer = useVirtualizer({
    count: width > 0 ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: (index) => (rows[index]?.kind === "header" ? HEADER_HEIGHT : tileHeight + gap),
    overscan: 1,
    paddingStart: PADDING,
    paddingEnd: PADDING,
  });
  // The virtualizer keeps sizes by place; another layout makes them wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and height are what must trigger the new measure
  useEffect(() => virtualizer.measure(), [virtualizer, rows, tileHeight]);

  const shown = virtualizer.getVirtualItems();
  const visible = tilesOfRows(shown.map(({ index }) => rows[index]));
  const { onVisible } = props;
  const visibleKey = visible.map(keyOf).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list, which is new on each render
  useEffect(() => onVisible?.(visible), [visibleKey, onVisible]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.tile === undefined) return;
    if (isGridKey(event.key)) {
      event.preventDefault();
      const next = moveInRows(rows, focused, event.key);
      setFocused(next);
      virtualizer.scrollToIndex(rowOfTile(rows, next));
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>(`[data-tile="${next}"]`)?.focus({ preventScroll: true }),
      );
    } else if (event.key === "Enter") props.onActivate(focused);
    else if (event.key === " " && props.onToggle) {
      event.preventDefault();
      props.onToggle(focused, event.shiftKey);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of tiles is no table
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-colcount={columns}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="relative h-full min-h-0 overflow-y-auto outline-none"
    >
      <div style={{ height: virtualizer.getTotalSize() }} className="relative">
        {shown.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const transform = `translateY(${item.start}px)`;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: focus is on the cells
            <div
              key={row.kind === "header" ? `section ${sections[row.section]?.key}` : item.key}
              role="row"
              aria-rowindex={item.index + 1}
              className="absolute inset-x-0 flex"
              style={{ transform, gap, paddingInline: PADDING }}
            >
              {row.kind === "header"
                ? renderHeader?.(row.section)
                : tilesOfRows([row]).map((index) => (
                    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid above
                    <div
                      key={keyOf(index)}
                      role="gridcell"
                      data-tile={index}
                      tabIndex={index === Math.min(focused, count - 1) ? 0 : -1}
                      onFocus={() => setFocused(index)}
                      style={{ width: tileWidth, height: tileHeight }}
                      className="focus-ring rounded-md"
                    >
                      {renderTile(index)}
                    </div>
                  ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Room around the tiles, so that focus rings and shadows are not cut. */
const PADDING = 12;
/** Height of a section's heading with the room around it, in pixels. */
export const HEADER_HEIGHT = 34;
