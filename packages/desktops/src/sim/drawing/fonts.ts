import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";

export const SANS = "Sim Sans";
export const MONO = "Sim Mono";
let registered = false;

/** Registers the fonts that come with the package, so that a picture is the same on every machine. */
export function registerFonts(): void {
  if (registered) return;
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")),
    "ttf",
  );
  GlobalFonts.registerFromPath(join(folder, "DejaVuSans.ttf"), SANS);
  GlobalFonts.registerFromPath(join(folder, "DejaVuSans-Bold.ttf"), `${SANS} Bold`);
  GlobalFonts.registerFromPath(join(folder, "DejaVuSansMono.ttf"), MONO);
  registered = true;
}
