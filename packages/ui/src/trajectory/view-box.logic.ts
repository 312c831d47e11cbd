import type { Point, Size } from "@deskrl/domain";

/** How a picture lies in its pane: `scale` pane pixels a picture pixel, offset of its top left corner. */
export interface Placement {
  scale: number;
  x: number;
  y: number;
}

export const MAX_SCALE = 8;

/** The whole picture, centred, never enlarged beyond its own pixels. */
export function fit(picture: Size, pane: Size): Placement {
  const scale = Math.min(1, pane.width / picture.width, pane.height / picture.height);
  return centre(picture, pane, scale);
}

/** The picture at a scale, centred in the pane. */
export function centre(picture: Size, pane: Size, scale: number): Placement {
  return {
    scale,
    x: (pane.width - picture.width * scale) / 2,
    y: (pane.height - picture.height * scale) / 2,
  };
}

/** Zooms by `factor` so that the picture point under `at` (pane pixels) stays where it is. */
export function zoomAt(from: Placement, at: Point, factor: number, minScale: number): Placement {
  const scale = Math.min(MAX_SCALE, Math.max(Math.min(minScale, 1), from.scale * factor));
  const ratio = scale / from.scale;
  return { scale, x: at.x - (at.x - from.x) * ratio, y: at.y - (at.y - from.y) * ratio };
}

/** Keeps the picture in reach: centred on an axis where it is smaller than the pane, edge to edge where larger. */
export function contain(placement: Placement, picture: Size, pane: Size): Placement {
  const axis = (offset: number, drawn: number, room: number) =>
    drawn <= room ? (room - drawn) / 2 : Math.min(0, Math.max(room - drawn, offset));
  return {
    scale: placement.scale,
    x: axis(placement.x, picture.width * placement.scale, pane.width),
    y: axis(placement.y, picture.height * placement.scale, pane.height),
  };
}

/** The picture pixel under a pane point, or null outside the picture. */
export function pixelAt(placement: Placement, at: Point, picture: Size): Point | null {
  const x = Math.floor((at.x - placement.x) / placement.scale);
  const y = Math.floor((at.y - placement.y) / placement.scale);
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : null;
}
