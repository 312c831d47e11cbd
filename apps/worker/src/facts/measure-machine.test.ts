import { expect, test } from "vitest";
import { countBridgePorts, type KernelFiles, listGpus, measureMachine } from "./measure-machine.ts";

const files: Record<string, string> = {
  "/proc/sys/kernel/pid_max": "32768\n",
  "/proc/sys/fs/file-max": "9223372036854775807\n",
  "/proc/self/limits":
    "Limit   Soft Limit   Hard Limit   Units\nMax open files            1024   1048576   files\n",
};
const folders: Record<string, string[]> = {
  "/sys/class/net": ["lo", "eth0", "docker0", "br-1"],
  "/sys/class/net/docker0/brif": [],
  "/sys/class/net/br-1/brif": ["veth1", "veth2", "veth3"],
};
const kernel: KernelFiles = {
  read: async (path) => files[path] ?? Promise.reject(new Error(`no ${path}`)),
  list: async (path) => folders[path] ?? Promise.reject(new Error(`no ${path}`)),
};

test("what the kernel allows is read, and what it does not say is not made up", async () => {
  expect(await measureMachine(kernel)).toMatchObject({
    pidMax: 32_768,
    openFilesLimit: 1_024,
    inotifyInstances: null,
    bridgePortsLeft: 1_020,
  });
});

test("a machine without a bridge for containers has no ports to count", async () => {
  expect(await countBridgePorts({ ...kernel, list: async () => ["lo", "eth0"] })).toBeNull();
});

test("GPUs are listed by their tool, and a tool that is missing or fails means none", async () => {
  const said = "NVIDIA H100, PCIe, 81559\nSome GPU, [N/A]\n\n";
  expect(await listGpus(async () => said)).toEqual([
    { name: "NVIDIA H100, PCIe", memoryMib: 81_559 },
    { name: "Some GPU", memoryMib: null },
  ]);
  expect(await listGpus(async () => null)).toEqual([]);
  expect(await listGpus(() => Promise.reject(new Error("driver")))).toEqual([]);
});
