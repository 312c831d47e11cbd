import { AppError } from "@deskrl/domain";
import type { ProviderReadiness } from "../types.ts";
import { parseDockerHost } from "./docker-host.ts";
import { createEngine, type EngineConnection } from "./engine.ts";

const TIMEOUT_MS = 5_000;

/** Why no engine can be used, with what helps; null when one answers. Looks at no image. Never throws. */
export async function engineProblem({
  connection,
  dockerHost,
  signal = AbortSignal.timeout(TIMEOUT_MS),
}: {
  /** Default: the local socket. */
  connection?: EngineConnection | undefined;
  /** Value of `DOCKER_HOST`, where it is set. */
  dockerHost?: string | undefined;
  signal?: AbortSignal;
} = {}): Promise<ProviderReadiness["problem"]> {
  try {
    await createEngine(connection ?? (dockerHost ? parseDockerHost(dockerHost) : undefined)).version(signal);
    return null;
  } catch (error) {
    const { code, message, fix = "" } = AppError.from(error);
    return { code, message, fix };
  }
}
