import { RelativeTime } from "@deskrl/ui";
import { clsx } from "clsx";

export interface ListedEvent {
  key: string;
  at: Date;
  who: string;
  what: string;
}

/** Who did what and when, in the order given. */
export function EventList(props: { events: readonly ListedEvent[]; className?: string }) {
  return (
    <ul className={clsx("text-sm", props.className)}>
      {props.events.map((event) => (
        <li
          key={event.key}
          className="flex flex-wrap items-baseline gap-x-2 border-line border-b px-3 py-1.5 last:border-0"
        >
          <span className="font-medium">{event.who}</span>
          <span className="min-w-0 break-words text-muted">{event.what}</span>
          <RelativeTime at={event.at} className="ml-auto shrink-0 text-faint text-xs" />
        </li>
      ))}
    </ul>
  );
}
