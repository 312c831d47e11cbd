import { z } from "zod";

export const Size = z.object({ width: z.number().int().positive(), height: z.number().int().positive() });
export type Size = z.infer<typeof Size>;

/** A point in native pixels of the desktop, origin at the top left. */
export const Point = z.object({ x: z.number(), y: z.number() });
export type Point = z.infer<typeof Point>;

/** The space a policy's coordinates are written in: device pixels, or 0–1000 on both axes. */
export const CoordinateSpace = z.enum(["native", "0-1000"]);
export type CoordinateSpace = z.infer<typeof CoordinateSpace>;

/** Scales a policy's point to native pixels. The only place where coordinates are scaled. */
export function toNative(point: Point, space: CoordinateSpace, screen: Size): Point {
  if (space === "native") return { x: Math.round(point.x), y: Math.round(point.y) };
  return {
    x: Math.round((point.x / 1000) * (screen.width - 1)),
    y: Math.round((point.y / 1000) * (screen.height - 1)),
  };
}

/** True when a native point lies on the screen. */
export function isOnScreen(point: Point, screen: Size): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < screen.width && point.y < screen.height;
}
