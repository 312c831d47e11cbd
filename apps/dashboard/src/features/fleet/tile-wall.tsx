"use client";
import type { WallRow } from "@deskrl/protocol";
import { VirtualGrid } from "@deskrl/ui";
import { useCallback, useMemo } from "react";
import type { WallSection } from "./arrange.logic.ts";
import { CAPTION_HEIGHT, DesktopTile, type TileSize } from "./desktop-tile.tsx";
import { SectionHeading } from "./section-heading.tsx";
import type { Hovered } from "./use-hover-card.tsx";

/** CSS pixels that a tile of each size has at least. */
export const TILE_WIDTH = { small: 150, medium: 232, large: 380 } as const;

export interface TileWallProps {
  sections: readonly WallSection[];
  headers: boolean;
  ids: readonly string[];
  size: TileSize;
  rowOf: (id: string) => WallRow | undefined;
  selected: ReadonlySet<string>;
  live: readonly string[];
  onOpen: (id: string) => void;
  onSelect: (id: string, how: "toggle" | "range") => void;
  onSelectMany: (ids: readonly string[]) => void;
  onFold: (key: string) => void;
  onLive: (id: string) => void;
  onHover: (hovered: Hovered | null) => void;
  onVisible: (ids: string[]) => void;
}

/** The wall in pictures; only the tiles on the screen are there at all. */
export function TileWall(props: TileWallProps) {
  const { sections, headers, ids, size, rowOf, selected, live, onVisible } = props;
  const counted = useMemo(
    () => sections.map(({ key, closed, ids: held }) => ({ key, count: closed ? 0 : held.length })),
    [sections],
  );
  const visible = useCallback(
    (indexes: number[]) => onVisible(indexes.flatMap((index) => ids[index] ?? [])),
    [ids, onVisible],
  );
  return (
    <VirtualGrid
      label="Desktops"
      sections={counted}
      gap={10}
      minTileWidth={TILE_WIDTH[size]}
      heightFor={(width) => Math.round(((width - 4) * 9) / 16) + 4 + CAPTION_HEIGHT[size]}
      keyOf={(index) => ids[index] ?? String(index)}
      renderHeader={
        headers
          ? (index) => {
              const section = sections[index];
              return (
                section && (
                  <SectionHeading
                    section={section}
                    selected={selected}
                    onFold={() => props.onFold(section.key)}
                    onSelect={() => props.onSelectMany(section.ids)}
                  />
                )
              );
            }
          : undefined
      }
      renderTile={(index) => {
        const row = rowOf(ids[index] ?? "");
        return (
          row && (
            <DesktopTile
              row={row}
              size={size}
              selected={selected.has(row.id)}
              selecting={selected.size > 0}
              live={size === "large" && live.includes(row.id)}
              onSelect={props.onSelect}
              onLive={props.onLive}
              onHover={props.onHover}
            />
          )
        );
      }}
      onActivate={(index) => props.onOpen(ids[index] ?? "")}
      onToggle={(index, range) => props.onSelect(ids[index] ?? "", range ? "range" : "toggle")}
      onVisible={visible}
    />
  );
}
