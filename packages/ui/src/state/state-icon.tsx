import {
  Check,
  CircleDashed,
  CircleHelp,
  Clock,
  Flag,
  Hand,
  LoaderCircle,
  type LucideIcon,
  MousePointer2,
  Pause,
  Scale,
  Square,
  Unplug,
  Wrench,
  X,
} from "lucide-react";
import type { Glyph } from "./state-look.logic.ts";

const GLYPHS: Record<Glyph, LucideIcon> = {
  clock: Clock,
  loader: LoaderCircle,
  circle: CircleDashed,
  pointer: MousePointer2,
  scale: Scale,
  check: Check,
  cross: X,
  wrench: Wrench,
  pause: Pause,
  square: Square,
  hand: Hand,
  flag: Flag,
  unplug: Unplug,
  question: CircleHelp,
};

/** The glyph of a state. Decorative: the word beside it, or the label of its parent, says the same. */
export function StateIcon({ glyph, size = 12 }: { glyph: Glyph; size?: number }) {
  const Icon = GLYPHS[glyph];
  return <Icon aria-hidden="true" size={size} strokeWidth={2.25} className="shrink-0" />;
}
