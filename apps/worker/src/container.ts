import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { createDockerProvider, engineProblem, parseDockerHost } from "@deskrl/desktops/docker";
import { createKubernetesProvider, loadClusterAccess, parsePlacement } from "@deskrl/desktops/kubernetes";
import { createSimProvider } from "@deskrl/desktops/sim";
import { EnvironmentTemplate } from "@deskrl/domain";
import { parseJoinAddress } from "@deskrl/protocol";
import { createEvaluator, setUpTask } from "@deskrl/tasks";
import type { WorkerEnv } from "./env.ts";
import { chooseProvider } from "./environments/choose-provider.ts";
import { createGatewayClients } from "./gateway/gateway-client.ts";
import { type DataDirLock, lockDataDir } from "./identity/data-dir-lock.ts";
import { loadWorkerId } from "./identity/worker-id.ts";
import { loadWorkerSecret } from "./identity/worker-secret.ts";
import { Journal } from "./journal/journal.ts";
import { createLog } from "./lib/log.ts";
import { startTracing } from "./lib/tracing.ts";
import { embeddedTrainer } from "./training/trainer-program.ts";
import { VERSION } from "./version.ts";
import type { WorkerParts } from "./worker.ts";

/** Name of the kind of desktop that a worker keeps ready, as the control plane calls it. */
const TEMPLATE_NAME = "office";

/** A trainer that is paused for longer is ended; it goes on from its checkpoint. */
const KEEP_PAUSED_MS = 5 * 60_000;

/** The concrete choices of this process: Docker or simulated desktops, files for journal and pictures, gRPC to the control plane. */
export async function createContainer(env: WorkerEnv): Promise<{ parts: WorkerParts; lock: DataDirLock }> {
  const dataDir = env.DESKRL_DATA_DIR;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(dataDir);
  const workerId = await loadWorkerId(dataDir);
  const secret = await loadWorkerSecret(dataDir);
  const { url: baseUrl, fingerprint } = parseJoinAddress(env.DESKRL_CONTROL_PLANE_URL);
  const log = createLog({ level: env.LOG_LEVEL, workerId });
  const template = EnvironmentTemplate.parse({
    name: TEMPLATE_NAME,
    provider: env.DESKRL_PROVIDER === "kubernetes" ? "kubernetes" : "docker",
    image: env.DESKRL_IMAGE,
  });
  const { provider, simulatedFor } = await chooseProvider({
    wanted: env.DESKRL_PROVIDER,
    engineProblem: () => engineProblem({ dockerHost: env.DOCKER_HOST }),
    sim: () => createSimProvider({ ownerId: workerId }),
    kubernetes: () => {
      const access = loadClusterAccess({ kubeconfig: env.KUBECONFIG });
      return createKubernetesProvider({
        ownerId: workerId,
        template,
        config: access.config,
        namespace: env.DESKRL_KUBERNETES_NAMESPACE ?? access.namespace,
        reach: env.DESKRL_KUBERNETES_REACH ?? access.reach,
        placement: parsePlacement(env.DESKRL_KUBERNETES_PLACEMENT),
        warm: env.DESKRL_WARM_DESKTOPS,
        log: log.child({ part: "provider" }),
      });
    },
    docker: () =>
      createDockerProvider({
        ownerId: workerId,
        stateDir: join(dataDir, "environments"),
        template,
        ...(env.DOCKER_HOST ? { connection: parseDockerHost(env.DOCKER_HOST) } : {}),
        warm: env.DESKRL_WARM_DESKTOPS,
        log: log.child({ part: "provider" }),
      }),
  });
  if (simulatedFor) log.warn(simulatedFor, "desktops are simulated, since no engine answers");
  const journal = await Journal.open({
    dir: join(dataDir, "journal"),
    keepDone: env.DESKRL_KEEP_JOURNAL,
    log: log.child({ part: "journal" }),
  });
  return {
    lock,
    parts: {
      workerId,
      secret,
      tracing: await startTracing({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, workerId, version: VERSION }),
      baseUrl,
      name: env.DESKRL_WORKER_NAME,
      labels: env.DESKRL_WORKER_LABELS,
      desktops: env.DESKRL_DESKTOPS,
      dataDir,
      provider,
      simulatedFor,
      training: {
        trainers: env.DESKRL_TRAINERS,
        program: embeddedTrainer(),
        stallMs: env.DESKRL_TRAINER_STALL,
        keepPausedMs: KEEP_PAUSED_MS,
      },
      journal,
      pictures: createFilesystemBlobStore({ root: join(dataDir, "blobs") }),
      evaluator: createEvaluator(),
      setUp: setUpTask,
      clients: createGatewayClients({
        baseUrl,
        token: env.DESKRL_WORKER_TOKEN,
        fingerprint: fingerprint ?? undefined,
      }),
      log,
    },
  };
}
