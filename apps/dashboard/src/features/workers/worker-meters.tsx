import { clsx } from "clsx";
import type { Meter } from "./worker-view.logic.ts";

/** Shares of what a machine has, each a bar with its numbers. */
export function WorkerMeters({ meters }: { meters: readonly Meter[] }) {
  if (meters.length === 0) return null;
  return (
    <ul className="mt-3 grid grid-cols-1 gap-x-4 sm:grid-cols-2 gap-y-2 text-xs">
      {meters.map(({ key, label, share, text, high }) => (
        <li key={key} className="min-w-0">
          <div className="flex items-baseline justify-between gap-2">
            <span className="whitespace-nowrap text-faint">{label}</span>
            <span
              className={clsx("num truncate", high ? "font-medium text-danger" : "text-muted")}
              title={text}
            >
              {text}
            </span>
          </div>
          <div
            role="img"
            aria-label={`${label}: ${text}`}
            className="mt-1 h-1 overflow-hidden rounded-full bg-raised"
          >
            <div
              className={clsx("h-full rounded-full", high ? "bg-danger" : "bg-accent")}
              style={{ width: `${share * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
