import { execFile } from "node:child_process";
import { promisify } from "node:util";

const exec = promisify(execFile);

export interface OwnedContainer {
  name: string;
  /** Part of the name after `deskrl-`, up to the generation: the environment, or `warm`. */
  environmentId: string;
}

/** Containers that carry the label of one of these workers. */
export async function ownedContainers(workerIds: readonly string[]): Promise<OwnedContainer[]> {
  const lists = workerIds.map(async (owner) => {
    const filter = `label=deskrl.owner=${owner}`;
    const { stdout } = await exec("docker", ["ps", "--all", "--filter", filter, "--format", "{{.Names}}"]);
    return stdout.split("\n").filter(Boolean);
  });
  return (await Promise.all(lists)).flat().map((name) => ({
    name,
    environmentId: name.replace(/^deskrl-/, "").replace(/-g\d+$/, ""),
  }));
}

/** Removes them; what is gone already is no error. */
export async function removeContainers(names: readonly string[]): Promise<void> {
  if (names.length > 0) await exec("docker", ["rm", "--force", "--volumes", ...names]).catch(() => {});
}
