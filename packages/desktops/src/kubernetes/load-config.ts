import { existsSync } from "node:fs";
import { AppError } from "@deskrl/domain";
import { KubeConfig } from "@kubernetes/client-node";
import type { ReachMode } from "./pod-reach.ts";

const ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/token";

export interface ClusterAccess {
  config: KubeConfig;
  /** Of the context in use; `default` where it names none. */
  namespace: string;
  /** How guests are reached from where this process runs. */
  reach: ReachMode;
}

/**
 * The cluster a worker makes desktops in: the file that KUBECONFIG names, else the service account of the pod it runs
 * in, else the user's own file.
 * @throws AppError invalid_input when there is none, or it cannot be read
 */
export function loadClusterAccess({
  kubeconfig,
  accountFile = ACCOUNT,
}: {
  kubeconfig?: string | undefined;
  /** A parameter for tests. */
  accountFile?: string;
}): ClusterAccess {
  const config = new KubeConfig();
  const inside = !kubeconfig && existsSync(accountFile);
  try {
    if (kubeconfig) config.loadFromFile(kubeconfig);
    else if (inside) config.loadFromCluster();
    else config.loadFromDefault();
  } catch (cause) {
    throw unusable(
      `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      kubeconfig,
      cause,
    );
  }
  const context = config.getContextObject(config.getCurrentContext());
  if (!config.getCurrentCluster() || !context) throw unusable("names no cluster to use", kubeconfig);
  return { config, namespace: context.namespace ?? "default", reach: inside ? "pod-ip" : "port-forward" };
}

function unusable(problem: string, kubeconfig: string | undefined, cause?: unknown): AppError {
  return new AppError("invalid_input", `The configuration of the Kubernetes cluster ${problem}`, {
    where: kubeconfig ?? "KUBECONFIG",
    fix: "set KUBECONFIG to a file with which `kubectl get pods` answers, or run the worker in the cluster",
    cause,
  });
}
