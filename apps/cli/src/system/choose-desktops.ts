import { engineProblem } from "@deskrl/desktops/docker";
import { env } from "../env.ts";
import type { StepPrinter } from "../output/steps.ts";
import { ensureDesktopImage } from "./ensure-desktop-image.ts";

/** `auto`: real desktops where a Docker engine answers, simulated ones where none does. */
export const PROVIDER_CHOICES = ["auto", "docker", "sim", "kubernetes"] as const;
export type ProviderChoice = (typeof PROVIDER_CHOICES)[number];

/** Says which kind of desktops there will be and prepares their image; `docker` is prepared even if no engine answers. */
export async function chooseDesktops(
  printer: StepPrinter,
  { provider, image }: { provider: ProviderChoice; image?: string | undefined },
): Promise<"docker" | "sim" | "kubernetes"> {
  if (provider === "kubernetes") {
    printer.note("Desktops are pods of the Kubernetes cluster that KUBECONFIG names");
    return "kubernetes";
  }
  if (provider === "sim") {
    printer.note("Desktops are simulated (asked for by --provider sim)");
    return "sim";
  }
  const problem = await engineProblem({ dockerHost: env.DOCKER_HOST });
  if (provider === "auto" && problem) {
    printer.note("Desktops are simulated: no Docker engine answers on this machine");
    printer.note("  For real ones on Debian or Ubuntu:  npm run setup:docker      then start again");
    return "sim";
  }
  if (!image) await ensureDesktopImage(printer);
  if (!problem) printer.note("Desktops are real ones, in containers of the Docker engine");
  return "docker";
}
