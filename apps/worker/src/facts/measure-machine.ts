import { readdir, readFile } from "node:fs/promises";
import { type MachineFacts, PORTS_PER_BRIDGE } from "@deskrl/domain";
import { proveKvm } from "./prove-kvm.ts";
import { runProgram } from "./run-program.ts";

/** How files and folders of the kernel are read; a parameter so that other machines can be tested. */
export interface KernelFiles {
  read(path: string): Promise<string>;
  list(path: string): Promise<string[]>;
}

const THIS_MACHINE: KernelFiles = { read: (path) => readFile(path, "utf8"), list: (path) => readdir(path) };

/** What this machine is made of and what its kernel allows. Takes a while: ask once. Never throws. */
export async function measureMachine(kernel: KernelFiles = THIS_MACHINE): Promise<MachineFacts> {
  const number = async (path: string) => {
    const value = Number((await kernel.read(path).catch(() => "")).trim());
    return Number.isFinite(value) && value > 0 ? value : null;
  };
  const [kvm, gpus, bridgePortsLeft, openFilesLimit] = await Promise.all([
    proveKvm(),
    listGpus(),
    countBridgePorts(kernel),
    readOpenFilesLimit(kernel),
  ]);
  const [pidMax, fileMax, inotifyInstances, inotifyWatches, aioMax] = await Promise.all([
    number("/proc/sys/kernel/pid_max"),
    number("/proc/sys/fs/file-max"),
    number("/proc/sys/fs/inotify/max_user_instances"),
    number("/proc/sys/fs/inotify/max_user_watches"),
    number("/proc/sys/fs/aio-max-nr"),
  ]);
  return {
    ...{ kvm, gpus, pidMax, fileMax, openFilesLimit, inotifyInstances, inotifyWatches, aioMax },
    bridgePortsLeft,
  };
}

/** GPUs that NVIDIA's own tool names; none where it is not there or fails. */
export async function listGpus(run: typeof runProgram = runProgram): Promise<MachineFacts["gpus"]> {
  const query = ["--query-gpu=name,memory.total", "--format=csv,noheader,nounits"];
  const text = await run("nvidia-smi", query).catch(() => null);
  return (text ?? "").split("\n").flatMap((line) => {
    const comma = line.lastIndexOf(",");
    const memory = Number(line.slice(comma + 1));
    const name = line.slice(0, comma).trim();
    return comma < 0 || !name
      ? []
      : [{ name, memoryMib: Number.isFinite(memory) && memory > 0 ? memory : null }];
  });
}

/** Ports left on the fullest bridge that carries containers; null while there is no such bridge. */
export async function countBridgePorts(kernel: KernelFiles = THIS_MACHINE): Promise<number | null> {
  const names = await kernel.list("/sys/class/net").catch(() => []);
  const bridges = names.filter((name) => name === "docker0" || name.startsWith("br-"));
  const used = await Promise.all(
    bridges.map((name) =>
      kernel.list(`/sys/class/net/${name}/brif`).then(
        (ports) => ports.length,
        () => null,
      ),
    ),
  );
  const known = used.filter((count) => count !== null);
  return known.length === 0 ? null : PORTS_PER_BRIDGE - Math.max(...known);
}

async function readOpenFilesLimit(kernel: KernelFiles): Promise<number | null> {
  const text = await kernel.read("/proc/self/limits").catch(() => "");
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
