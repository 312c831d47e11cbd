import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const OPTIONS = { cwd: ROOT, timeout: 240_000, maxBuffer: 16 * 1024 * 1024 };

/** Runs a program in the repository. @throws with all it printed when it ends with an error */
async function output(
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

function freePort(): Promise<number> {
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
  compose(...args: string[]): Promise<string>;
  /** Containers, networks and volumes of this stack that are there. */
  leftovers(): Promise<string[]>;
  down(): Promise<void>;
}

/** A stack of docker-compose.yml with a name and ports of its own; nothing runs yet. */
export async function composeStack(): Promise<ComposeStack> {
  const project = `deskrl-test-${randomBytes(4).toString("hex")}`;
  const [port, workerPort] = [await freePort(), await freePort()];
  const postgres = (await output("bash", ["infra/images/build-postgres.sh"])).trim();
  const env = {
    ...process.env,
    POSTGRES_IMAGE: postgres,
    DESKRL_PORT: String(port),
    DESKRL_WORKER_PORT: String(workerPort),
  };
  const [command, ...first] = await composeCommand();
  const compose = (...args: string[]) => output(command, [...first, "-p", project, ...args], env);
  const label = ["--filter", `label=com.docker.compose.project=${project}`];
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    async leftovers() {
      const lists = await Promise.all([
        output("docker", ["ps", "-aq", ...label]),
        output("docker", ["network", "ls", "-q", ...label]),
        output("docker", ["volume", "ls", "-q", ...label]),
      ]);
      return lists.flatMap((list) => list.split("\n").filter(Boolean));
    },
    down: async () => void (await compose("down", "--volumes", "--remove-orphans", "--timeout", "20")),
  };
}
