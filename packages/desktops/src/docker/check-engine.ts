import { AppError } from "@deskrl/domain";
import type { ProviderReadiness } from "../types.ts";
import type { Engine } from "./engine.ts";
import { imageMissing } from "./engine-errors.ts";

/** Whether an engine answers and has the image. What is missing is an answer, not an error. */
export async function checkEngine(
  engine: Engine,
  { image, signal }: { image: string; signal?: AbortSignal | undefined },
): Promise<ProviderReadiness> {
  let version: string | null = null;
  try {
    version = await engine.version(signal);
    if ((await engine.imageId(image, signal)) === null) throw imageMissing(image);
    return { ready: true, version, images: await engine.imageNames(signal), problem: null };
  } catch (error) {
    const { code, message, fix = "" } = AppError.from(error);
    return { ready: false, version, problem: { code, message, fix } };
  }
}
