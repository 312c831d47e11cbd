"use client";
import { ImageDown } from "lucide-react";
import { type RefObject, useState } from "react";
import type { ChartModel } from "./chart-model.logic.ts";
import { fileName } from "./panel-image.logic.ts";
import { panelImage } from "./panel-image.ts";
import { type Unit, unitWord } from "./y-axis.logic.ts";

export interface PanelImageButtonProps {
  plot: RefObject<HTMLElement | null>;
  model: ChartModel;
  title: string;
  unit: Unit;
  log: boolean;
  /** What the picture is of, one line each: run, range, smoothing. */
  lines: readonly string[];
  /** Words that name the file. */
  name: readonly string[];
}

/** Takes the panel as it is on the screen as a PNG, with its title, its legend and what it is of. */
export function PanelImageButton({ plot, model, title, unit, log, lines, name }: PanelImageButtonProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const take = async () => {
    if (!plot.current) return;
    const word = [unitWord(unit), log ? "logarithmic" : ""].filter(Boolean).join(", ");
    const legend = model.lines.map(({ series }) => ({
      label: series.label,
      colour: series.colour,
      dashed: series.dashed ?? false,
    }));
    try {
      save(await panelImage(plot.current, { title, unit: word, lines, legend }), fileName(name, "png"));
      setFailed(null);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <button
      type="button"
      title={failed ? `No picture: ${failed}` : "PNG of this picture, with its title, legend and range"}
      onClick={() => void take()}
      className={`focus-ring rounded p-0.5 hover:text-text ${failed ? "text-danger" : "text-faint"}`}
    >
      <ImageDown aria-label={`PNG of ${title}`} size={12} />
    </button>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
