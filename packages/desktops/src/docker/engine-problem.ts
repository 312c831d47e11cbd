import { AppError } from "@deskrl/domain";
import type { ProviderReadiness } from "../types.ts";
import { createEngine, type EngineConnection } from "./engine.ts";

const TIMEOUT_MS = 5_000;

/** Why no engine can be used, with what helps; null when one answers. Looks at no image. Never throws. */
export async function engineProblem({
  connection,
  signal = AbortSignal.timeout(TIMEOUT_MS),
}: {
  /** Default: the local socket. */
  connection?: EngineConnection;
  signal?: AbortSignal;
} = {}): Promise<ProviderReadiness["problem"]> {
  try {
    await createEngine(connection).version(signal);
    return null;
  } catch (error) {
    const { code, message, fix = "" } = AppError.from(error);
    return { code, message, fix };
  }
}
