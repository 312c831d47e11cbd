"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { gridLayout, indexesOfRows, isGridKey, moveInGrid } from "./virtual-grid.logic.ts";

export interface VirtualGridProps {
  count: number;
  label: string;
  minTileWidth: number;
  gap: number;
  heightFor: (tileWidth: number) => number;
  keyOf: (index: number) => string;
  renderTile: (index: number) => ReactNode;
  /** Enter on the focused tile. */
  onActivate: (index: number) => void;
  /** Space on the focused tile. */
  onToggle?: (index: number) => void;
  /** Tiles on the screen now, each time they change. */
  onVisible?: (indexes: number[]) => void;
  /** The last rows are near. */
  onEndNear?: () => void;
}

/** A scrolling grid that draws only the tiles on the screen, with the grid keyboard pattern. */
export function VirtualGrid(props: VirtualGridProps) {
  const { count, label, minTileWidth, gap, heightFor, keyOf, renderTile } = props;
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

  const layout = gridLayout({ width: Math.max(1, width), count, minTileWidth, gap, heightFor });
  const virtualizer = useVirtualizer({
    count: width > 0 ? layout.rows : 0,
    getScrollElement: () => box.current,
    estimateSize: () => layout.tileHeight + gap,
    overscan: 1,
    paddingStart: PADDING,
    paddingEnd: PADDING,
  });
  const rowHeight = layout.tileHeight + gap;
  // The virtualizer keeps measured sizes; a new tile size makes them wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rowHeight is what must trigger the new measure
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const rows = virtualizer.getVirtualItems();
  const visible = indexesOfRows(
    rows.map((row) => row.index),
    layout.columns,
    count,
  );
  const { onVisible, onEndNear } = props;
  const visibleKey = visible.map(keyOf).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list, which is new on each render
  useEffect(() => onVisible?.(visible), [visibleKey, onVisible]);
  const lastRow = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && lastRow >= layout.rows - 2) onEndNear?.();
  }, [count, lastRow, layout.rows, onEndNear]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isGridKey(event.key)) {
      event.preventDefault();
      const next = moveInGrid(focused, event.key, layout.columns, count);
      setFocused(next);
      virtualizer.scrollToIndex(Math.floor(next / layout.columns));
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>(`[data-tile="${next}"]`)?.focus({ preventScroll: true }),
      );
    } else if (!(event.target instanceof HTMLElement) || event.target.dataset.tile === undefined) return;
    else if (event.key === "Enter") props.onActivate(focused);
    else if (event.key === " " && props.onToggle) {
      event.preventDefault();
      props.onToggle(focused);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of tiles is no table
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={layout.rows}
      aria-colcount={layout.columns}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="relative h-full min-h-0 overflow-y-auto outline-none"
    >
      <div style={{ height: virtualizer.getTotalSize() }} className="relative">
        {rows.map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: focus is on the cells
          <div
            key={row.key}
            role="row"
            aria-rowindex={row.index + 1}
            className="absolute inset-x-0 flex"
            style={{ transform: `translateY(${row.start}px)`, gap, paddingInline: PADDING }}
          >
            {indexesOfRows([row.index], layout.columns, count).map((index) => (
              // biome-ignore lint/a11y/useSemanticElements: a cell of the grid above
              <div
                key={keyOf(index)}
                role="gridcell"
                data-tile={index}
                tabIndex={index === Math.min(focused, count - 1) ? 0 : -1}
                onFocus={() => setFocused(index)}
                style={{ width: layout.tileWidth, height: layout.tileHeight }}
                className="focus-ring rounded-md"
              >
                {renderTile(index)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Room around the tiles, so that focus rings and shadows are not cut. */
const PADDING = 12;
