"use client";
import { formatMoment, shortSpan, useNow } from "@deskrl/ui";
import { useConnection } from "../../lib/live/live-provider.tsx";

/** Live, catching up, or offline since: what the numbers on the page are worth now. */
export function ConnectionChip() {
  const connection = useConnection();
  const now = useNow();
  const { hue, words, title } = (() => {
    switch (connection.kind) {
      case "connecting":
        return { hue: "queued", words: "connecting", title: "Opening the push channel" };
      case "live":
        return { hue: "succeeded", words: "live", title: "Changes arrive as they happen" };
      case "catching-up":
        return {
          hue: "starting",
          words: connection.behind === null ? "catching up" : `catching up (${connection.behind} behind)`,
          title: "Applying what happened while the connection was lost",
        };
      case "offline":
        return {
          hue: "failed",
          words: `offline ${now > 0 ? shortSpan(now - connection.sinceMs) : ""}`,
          title: `No connection since ${formatMoment(new Date(connection.sinceMs))}. What you see is from then; it is tried again all the time.`,
        };
    }
  })();
  return (
    <output
      data-hue={hue}
      data-connection={connection.kind}
      title={title}
      className="inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2 text-hue text-xs"
    >
      <span
        aria-hidden="true"
        className={
          connection.kind === "live"
            ? "size-2 rounded-full bg-hue"
            : "size-2 rounded-full border-2 border-hue"
        }
      />
      {words}
    </output>
  );
}
