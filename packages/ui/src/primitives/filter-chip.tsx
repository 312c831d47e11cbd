"use client";
import { X } from "lucide-react";

/** An active filter, visible and removable by one click. */
export function FilterChip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-6 max-w-60 items-center gap-1 rounded-full border border-line-strong bg-panel pr-0.5 pl-2 text-xs">
      <span className="text-faint">{name}</span>
      <span className="truncate">{value}</span>
      <button
        type="button"
        aria-label={`Remove filter ${name} ${value}`}
        onClick={onRemove}
        className="focus-ring rounded-full p-1 text-muted hover:bg-raised hover:text-text"
      >
        <X aria-hidden="true" size={11} />
      </button>
    </span>
  );
}
