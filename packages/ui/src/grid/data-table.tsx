"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "../primitives/error-boundary.tsx";
import { moveInList } from "./list-keys.logic.ts";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  /** A CSS grid track: `120px`, `minmax(160px,1fr)`. */
  track: string;
  align?: "right";
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows there are in all, loaded or not; unknown while loading. */
  total?: number | undefined;
  /** Enter, or a click, on a row. */
  onOpen?: (row: Row) => void;
  onEndNear?: () => void;
  loadingMore?: boolean;
  rowHeight?: number;
  /** Below this width the table scrolls sideways instead of squeezing its columns. */
  minWidth?: number;
}

/** A virtualised table with fixed row height and the grid keyboard pattern (arrows, Home, End, page keys, Enter). */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, total, onOpen, onEndNear, rowHeight = 36, minWidth = 720 } = props;
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 10) onEndNear?.();
  }, [rows.length, last, onEndNear]);

  const template = { gridTemplateColumns: columns.map((column) => column.track).join(" ") };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / rowHeight) - 2);
    const next = moveInList(focused, event.key, { count: rows.length, page });
    if (next === null) {
      const row = rows[focused];
      if (event.key === "Enter" && row && isOn(event.target, "row")) onOpen?.(row);
      return;
    }
    event.preventDefault();
    setFocused(next);
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus({ preventScroll: true }),
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtualised, which a table element cannot be
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="relative h-full min-h-0 overflow-auto text-sm outline-none"
    >
      <div style={{ minWidth }}>
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
        <div
          role="row"
          aria-rowindex={1}
          style={template}
          className="sticky top-0 z-10 grid h-8 items-center gap-4 border-line border-b bg-panel px-3 text-2xs text-faint"
        >
          {columns.map((column) => (
            // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
            <div
              key={column.key}
              role="columnheader"
              className={clsx("truncate", column.align === "right" && "text-right")}
            >
              {column.header}
            </div>
          ))}
        </div>
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents: keys are on the grid
              <div
                key={rowKey(row)}
                role="row"
                data-row={item.index}
                data-key={rowKey(row)}
                aria-rowindex={item.index + 2}
                tabIndex={item.index === Math.min(focused, rows.length - 1) ? 0 : -1}
                onFocus={() => setFocused(item.index)}
                onClick={onOpen && (() => onOpen(row))}
                style={{ ...template, height: rowHeight, transform: `translateY(${item.start}px)` }}
                className={clsx(
                  "focus-ring absolute inset-x-0 grid items-center gap-4 border-line border-b px-3 [outline-offset:-2px]",
                  onOpen && "cursor-pointer hover:bg-raised",
                )}
              >
                <ErrorBoundary fallback={(error) => <BrokenRow id={rowKey(row)} error={error} />}>
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} row={row} />
                  ))}
                </ErrorBoundary>
              </div>
            );
          })}
        </div>
        {props.loadingMore && <div className="h-8 px-3 py-2 text-faint text-xs">Loading more…</div>}
      </div>
    </div>
  );
}

/** True when the key was pressed on the row itself, not on a button inside it. */
function isOn(target: EventTarget, name: string): boolean {
  return target instanceof HTMLElement && target.dataset[name] !== undefined;
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: focus is on the row
    <div
      role="gridcell"
      className={clsx("min-w-0 truncate", column.align === "right" && "num text-right font-mono text-xs")}
    >
      {column.cell(row)}
    </div>
  );
}

function BrokenRow({ id, error }: { id: string; error: Error }) {
  return (
    <div className="col-span-full truncate text-danger text-xs">
      {id} cannot be shown: {error.message}
    </div>
  );
}
