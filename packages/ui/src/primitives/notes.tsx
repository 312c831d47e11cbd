import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";

/** A failure as it reaches a person. */
export interface Problem {
  message: string;
  where?: string | undefined;
  fix?: string | undefined;
  code?: string | undefined;
}

/** Says what, where and what to do, in place; the rest of the page stays alive. */
export function ErrorNote({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-md border border-line bg-panel p-3 text-sm"
      data-hue="failed"
    >
      <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-hue" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{problem.message}</p>
        {problem.where && <p className="mt-0.5 break-words text-muted text-xs">Where: {problem.where}</p>}
        {problem.fix && <p className="mt-0.5 break-words text-muted text-xs">What to do: {problem.fix}</p>}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Teaches what will be here and the one action that fills it. */
export function EmptyNote({
  icon,
  title,
  children,
  action,
}: {
  icon?: React.ReactNode;
  title: string;
  children: React.ReactNode;
  action?: React.ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-14 text-center">
      {icon && <div className="mb-1 text-faint">{icon}</div>}
      <h2 className="font-semibold text-base">{title}</h2>
      <div className="text-muted text-sm">{children}</div>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Holds the place of what is still loading, so that nothing jumps when it arrives. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded bg-raised ${className}`} />;
}
