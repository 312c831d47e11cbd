import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import { type ApiClient, signIn } from "../../apps/control-plane/src/testing/api-client.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER_IMAGE = process.env.DESKRL_SERVER_IMAGE ?? "deskrl/server:latest";
const run = promisify(execFile);
const OPTIONS = { cwd: ROOT, timeout: 240_000, maxBuffer: 16 * 1024 * 1024 };

/** For what waits for containers to come up, or for a lease to run out. */
export const SLOW = { timeout: 200_000, interval: 500 };

/** Runs a program in the repository. @throws with all it printed when it ends with an error */
export async function output(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  try {
    const { stdout } = await run(command, args, { ...OPTIONS, env });
    return stdout;
  } catch (error) {
    const printed = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    throw new Error(`${command} ${args.join(" ")} failed:\n${printed}`, { cause: error });
  }
}

/** The plugin where there is one, else the program of its own. */
async function composeCommand(): Promise<[string, ...string[]]> {
  const hasPlugin = await output("docker", ["compose", "version"]).then(
    () => true,
    () => false,
  );
  return hasPlugin ? ["docker", "compose"] : ["docker-compose"];
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === "object" && address) resolve(address.port);
        else reject(new Error("no port is free"));
      });
    });
  });
}

export interface ComposeStack {
  url: string;
  /** Name of its project: what its containers, networks and volumes begin with. */
  project: string;
  /** Variables that the files name; what is set here counts from the next call on. */
  variables: Record<string, string>;
  compose(...args: string[]): Promise<string>;
  /** Id of the container of a service. */
  containerOf(service: string): Promise<string>;
  /** Containers, networks and volumes of this stack that are there. */
  leftovers(): Promise<string[]>;
  down(): Promise<void>;
}

/**
 * A stack of docker-compose.yml with a name and ports of its own; nothing runs yet.
 * @param options.files what goes on top of it, from the root of the repository
 */
export async function composeStack({ files = [] }: { files?: string[] } = {}): Promise<ComposeStack> {
  const project = `deskrl-test-${randomBytes(4).toString("hex")}`;
  const [port, workerPort] = [await freePort(), await freePort()];
  const variables: Record<string, string> = {
    POSTGRES_IMAGE: (await output("bash", ["infra/images/build-postgres.sh"])).trim(),
    // By its id: another build may take the name meanwhile.
    DESKRL_SERVER_IMAGE: (
      await output("docker", ["image", "inspect", "--format", "{{.Id}}", SERVER_IMAGE])
    ).trim(),
    DESKRL_PORT: String(port),
    DESKRL_WORKER_PORT: String(workerPort),
  };
  const [command, ...first] = await composeCommand();
  const all = ["docker-compose.yml", ...files].flatMap((file) => ["-f", file]);
  const compose = (...args: string[]) =>
    output(command, [...first, "-p", project, ...all, ...args], { ...process.env, ...variables });
  const label = ["--filter", `label=com.docker.compose.project=${project}`];
  return {
    url: `http://127.0.0.1:${port}`,
    project,
    variables,
    compose,
    containerOf: async (service) => (await compose("ps", "-q", service)).trim(),
    async leftovers() {
      const lists = await Promise.all([
        output("docker", ["ps", "-aq", ...label]),
        output("docker", ["network", "ls", "-q", ...label]),
        output("docker", ["volume", "ls", "-q", ...label]),
      ]);
      return lists.flatMap((list) => list.split("\n").filter(Boolean));
    },
    down: async () => void (await compose("--profile", "docker", "down", "--volumes", "--remove-orphans")),
  };
}

/** Waits until the control plane has told the first admin's password. */
export function firstAdmin(stack: ComposeStack): Promise<{ name: string; password: string }> {
  return vi.waitFor(async () => {
    const [, name, password] = /sign in as (\S+) with (\S+) /.exec(
      await stack.compose("logs", "control-plane"),
    ) ?? ["", "", ""];
    if (!name || !password) throw new Error("the control plane has not told the first admin's password");
    return { name, password };
  }, SLOW);
}

/** Waits until it is ready, and signs the first admin in. */
export async function signInFirst(stack: ComposeStack): Promise<ApiClient> {
  const admin = await firstAdmin(stack);
  await ready(stack);
  return (await signIn(stack.url, admin)).api;
}

export async function ready(stack: ComposeStack): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${stack.url}/readyz`)).status).toBe(200), SLOW);
}

/** Tasks of `office-basics` that a simulated spreadsheet can do; what others ask for, it refuses. */
export const SIMULATED_TASKS = ["export-csv", "merge-title", "replace-city", "row-totals"];
