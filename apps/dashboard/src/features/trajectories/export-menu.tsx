"use client";
import { buttonClass, Menu, plural } from "@deskrl/ui";
import { Download } from "lucide-react";
import type { EpisodeFilters } from "../../lib/api/types.ts";
import { exportSearch } from "./trajectory-filters.logic.ts";

/** Downloads of the filtered set: exactly the rows that the list counts. */
export function ExportMenu({ filters, total }: { filters: EpisodeFilters; total: number | undefined }) {
  const search = exportSearch(filters);
  const download = (path: string) => {
    // A link with `download` keeps the page where it is, and the browser streams the answer to disk.
    const link = document.createElement("a");
    link.href = path;
    link.download = "";
    link.click();
  };
  return (
    <Menu
      label={total === undefined ? "Export" : `Export ${plural(total, "trajectory", "trajectories")}`}
      trigger={
        <button type="button" className={buttonClass("plain", "sm")}>
          <Download aria-hidden="true" size={13} /> Export
        </button>
      }
      items={[
        {
          key: "jsonl",
          label: "JSON lines, with every step",
          onSelect: () => download(`/api/export/episodes.jsonl${search}`),
        },
        {
          key: "osworld",
          label: "OSWorld result folder (zip)",
          onSelect: () => download(`/api/export/osworld.zip${search}`),
        },
      ]}
    />
  );
}
