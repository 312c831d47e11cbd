"use client";
import { formatCount } from "@deskrl/ui";
import { ArrowUp } from "lucide-react";

/** Offers rows that came since the list was read, instead of pushing them in. */
export function NewRowsPill({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={onShow}
      className="focus-ring inline-flex h-6 items-center gap-1 rounded-full bg-accent px-2.5 font-medium text-accent-ink text-xs shadow-pop"
    >
      <ArrowUp aria-hidden="true" size={12} /> {formatCount(count)} new
    </button>
  );
}
