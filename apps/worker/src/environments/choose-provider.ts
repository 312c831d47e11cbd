import type { EnvironmentProvider, ProviderReadiness } from "@deskrl/desktops";
import type { WorkerFacts } from "@deskrl/domain";

export interface ChosenProvider {
  provider: EnvironmentProvider;
  /** Set when simulated desktops stand in for real ones. */
  simulatedFor: NonNullable<WorkerFacts["simulatedFor"]> | null;
}

/**
 * Makes the provider that was asked for; `auto` takes simulated desktops only where no engine answers, and never a
 * cluster: pods cost somebody something.
 */
export async function chooseProvider(options: {
  wanted: "auto" | "docker" | "sim" | "kubernetes";
  kubernetes: () => EnvironmentProvider;
  docker: () => EnvironmentProvider;
  sim: () => EnvironmentProvider;
  engineProblem: () => Promise<ProviderReadiness["problem"]>;
}): Promise<ChosenProvider> {
  const { wanted, docker, sim, kubernetes, engineProblem } = options;
  if (wanted === "kubernetes") return { provider: kubernetes(), simulatedFor: null };
  if (wanted === "sim") return { provider: sim(), simulatedFor: null };
  const problem = wanted === "docker" ? null : await engineProblem();
  if (problem === null) return { provider: docker(), simulatedFor: null };
  const { message, fix } = problem;
  return { provider: sim(), simulatedFor: { message, fix } };
}
