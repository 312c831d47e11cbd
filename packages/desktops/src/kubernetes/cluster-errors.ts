import { AppError } from "@deskrl/domain";
import { ApiException } from "@kubernetes/client-node";
import { z } from "zod";

export const CLUSTER_FIX =
  "check that `kubectl get pods` answers with the same KUBECONFIG, and that its server can be reached from here";

const Status = z.object({ message: z.string() });

/** The HTTP status of the API server's answer; null when none came. */
export function statusOf(error: unknown): number | null {
  const original = error instanceof AppError ? error.cause : error;
  return original instanceof ApiException ? original.code : null;
}

/** The server's own words, which are better than the client's dump of headers and body. */
function textOf(error: unknown): string {
  if (!(error instanceof ApiException)) return error instanceof Error ? error.message : String(error);
  let body: unknown = error.body;
  if (typeof body === "string") {
    try {
      body = JSON.parse(body);
    } catch {
      return body as string;
    }
  }
  return Status.safeParse(body).data?.message ?? `status ${error.code}`;
}

/** Brings an error of the API server or of the way to it into our codes. */
export function clusterError(error: unknown, call: string): AppError {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  const text = textOf(error);
  const where = `kubernetes: ${call}`;
  if (status === null) {
    const message = `The Kubernetes API does not answer: ${text}`;
    return new AppError("engine_unavailable", message, { where, fix: CLUSTER_FIX, cause: error });
  }
  if (status === 401 || status === 403) {
    const quota = /exceeded quota/i.test(text);
    if (quota) {
      const fix = "raise the ResourceQuota of the namespace, or run fewer desktops";
      return new AppError("no_capacity", `The namespace is full: ${text}`, { where, fix, cause: error });
    }
    const fix = "give the worker's account the Role of infra/kubernetes, or use another KUBECONFIG";
    return new AppError("engine_unavailable", `The Kubernetes API refuses: ${text}`, {
      where,
      fix,
      cause: error,
    });
  }
  if (status === 429 || status >= 500) {
    const message = `The Kubernetes API cannot answer now: ${text}`;
    return new AppError("engine_unavailable", message, { where, fix: "try again in a moment", cause: error });
  }
  return new AppError("environment_start_failed", `The Kubernetes API refused: ${text}`, {
    where,
    cause: error,
  });
}

export function clusterTimeout(call: string, timeoutMs: number): AppError {
  return new AppError(
    "engine_timeout",
    `The Kubernetes API did not answer "${call}" within ${timeoutMs} ms`,
    {
      where: `kubernetes: ${call}`,
      fix: CLUSTER_FIX,
    },
  );
}
