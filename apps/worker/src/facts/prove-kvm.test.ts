import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { type KvmProbe, proveKvm } from "./prove-kvm.ts";

type Run = KvmProbe["run"];
const open = async () => "open" as const;
/** Programs that are there, by name: what they say, or how they fail. */
const programs =
  (there: Record<string, string | Error>): Run =>
  async (command) => {
    const said = there[command];
    if (said instanceof Error) throw said;
    return said ?? null;
  };

test("a device that is there proves nothing: a machine must start", async () => {
  const run = programs({
    "qemu-system-x86_64": new Error("ioctl(KVM_CREATE_VM) failed: 16 Device or resource busy"),
  });
  expect(await proveKvm({ device: open, run })).toEqual({
    state: "refused",
    how: "A virtual machine could not be started with qemu: ioctl(KVM_CREATE_VM) failed: 16 Device or resource busy",
  });
});

test.each([
  ["qemu-system-x86_64", "qemu"],
  ["python3", "python3"],
])("a machine that %s started is the proof", async (program, name) => {
  expect(await proveKvm({ device: open, run: programs({ [program]: "" }) })).toEqual({
    state: "proven",
    how: `A virtual machine was started with ${name}.`,
  });
});

test("without a program to start one it says that it does not know", async () => {
  expect(await proveKvm({ device: open, run: programs({}) })).toMatchObject({ state: "not_proven" });
});

test.each([
  ["absent", "absent"],
  ["denied", "refused"],
] as const)("a device that is %s is told without a try", async (device, state) => {
  const run: Run = () => Promise.reject(new Error("was run"));
  expect(await proveKvm({ device: async () => device, run })).toMatchObject({ state });
});

test("on this machine it comes to an answer that fits the device", async () => {
  const { state, how } = await proveKvm();
  expect(how).not.toBe("");
  expect(state === "absent").toBe(!existsSync("/dev/kvm"));
});
