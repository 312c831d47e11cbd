import type { EnvironmentProvider, ProviderReadiness } from "@deskrl/desktops";
import type { WorkerFacts } from "@deskrl/domain";

export interface ChosenProvider {
  provider: EnvironmentProvider;
  /** Set when simulated desktops stand in for real ones. */
  simulatedFor: NonNullable<WorkerFacts["simulatedFor"]> | null;
}

/** Makes the provider that was asked for; `auto` takes simulated desktops only where no engine answers. */
export async function chooseProvider(options: {
  wanted: "auto" | "docker" | "sim";
  docker: () => EnvironmentProvider;
  sim: () => EnvironmentProvider;
  engineProblem: () => Promise<ProviderReadiness["problem"]>;
}): Promise<ChosenProvider> {
  const { wanted, docker, sim, engineProblem } = options;
  if (wanted === "sim") return { provider: sim(), simulatedFor: null };
  const problem = wanted === "docker" ? null : await engineProblem();
  if (problem === null) return { provider: docker(), simulatedFor: null };
  const { message, fix } = problem;
  return { provider: sim(), simulatedFor: { message, fix } };
}
