import { clsx } from "clsx";

export interface PageFrameProps {
  title: React.ReactNode;
  /** Beside the title: state, counts. */
  aside?: React.ReactNode;
  /** At the right: what can be done. */
  actions?: React.ReactNode;
  /** Under the title, full width: filters. */
  toolbar?: React.ReactNode;
  children: React.ReactNode;
  /** The body fills the height and scrolls inside; else the page scrolls as a whole. */
  fill?: boolean;
}

/** The frame of every page: one title row, an optional tool row, and the body. */
export function PageFrame({ title, aside, actions, toolbar, children, fill = false }: PageFrameProps) {
  return (
    <div className={clsx("flex min-h-0 flex-1 flex-col", !fill && "overflow-y-auto")}>
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
        <h1 className="min-w-0 truncate font-semibold text-lg">{title}</h1>
        {aside}
        <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      {toolbar && <div className="shrink-0 px-4 pb-2">{toolbar}</div>}
      <div className={clsx("min-h-0 flex-1", fill ? "flex flex-col" : "px-4 pb-8")}>{children}</div>
    </div>
  );
}

/** A titled block of a page. */
export function Section({
  title,
  action,
  children,
  className,
}: {
  title: React.ReactNode;
  action?: React.ReactNode;
  children: React.ReactNode;
  className?: string;
}) {
  return (
    <section className={clsx("rounded-lg border border-line bg-panel", className)}>
      <header className="flex min-h-9 items-center justify-between gap-3 border-line border-b px-3 py-1">
        <h2 className="font-medium text-sm">{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
