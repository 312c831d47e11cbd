"use client";
import type { ReactNode } from "react";
import { PlacementFields, type PlacementFieldsProps } from "./placement-fields.tsx";

/** The placement of a new run, folded away: most runs need none. */
export function PlacementSection({ children, ...fields }: PlacementFieldsProps & { children?: ReactNode }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="focus-ring cursor-pointer rounded-md px-2.5 py-1.5 font-medium text-sm">
        Priority and workers
      </summary>
      <div className="space-y-3 border-line border-t p-2.5">
        {children}
        <PlacementFields {...fields} />
      </div>
    </details>
  );
}
