"use client";
import { Grid3x3, Image } from "lucide-react";
import { type FleetParams, TILE_SIZES } from "./fleet-filters.logic.ts";

const WORDS = {
  map: "heat map",
  small: "small tiles",
  medium: "medium tiles",
  large: "large tiles",
} as const;

/** From the whole fleet as a heat map to a few large pictures. */
export function SizeSlider({
  size,
  onChange,
}: {
  size: FleetParams["size"];
  onChange: (size: FleetParams["size"]) => void;
}) {
  return (
    <span className="inline-flex items-center gap-1.5 text-faint">
      <Grid3x3 aria-hidden="true" size={13} />
      <input
        type="range"
        aria-label="Tile size"
        aria-valuetext={WORDS[size]}
        title={WORDS[size]}
        min={0}
        max={TILE_SIZES.length - 1}
        value={TILE_SIZES.indexOf(size)}
        onChange={(event) => onChange(TILE_SIZES[Number(event.target.value)] ?? "medium")}
        className="focus-ring h-4 w-20 accent-accent"
      />
      <Image aria-hidden="true" size={15} />
    </span>
  );
}
