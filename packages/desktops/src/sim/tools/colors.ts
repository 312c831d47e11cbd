import { badArgument } from "../core/refusal.ts";

const NAMES: Readonly<Record<string, string>> = {
  black: "#000000",
  white: "#FFFFFF",
  red: "#FF0000",
  green: "#008000",
  lime: "#00FF00",
  blue: "#0000FF",
  yellow: "#FFFF00",
  orange: "#FFA500",
  purple: "#800080",
  pink: "#FFC0CB",
  brown: "#A52A2A",
  gray: "#808080",
  grey: "#808080",
  cyan: "#00FFFF",
  magenta: "#FF00FF",
};

/** `#RRGGBB` of a colour's name, its digits, or a number. @throws Refusal */
export function parseColor(argument: string, value: unknown): string {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffffff) {
    return `#${value.toString(16).padStart(6, "0").toUpperCase()}`;
  }
  const name = typeof value === "string" ? value.trim() : "";
  if (/^#[0-9a-f]{6}$/i.test(name)) return name.toUpperCase();
  const known = NAMES[name.toLowerCase()];
  if (known) return known;
  throw badArgument(argument, value, `'#RRGGBB', 0xRRGGBB, or a name: ${Object.keys(NAMES).join(", ")}`);
}
