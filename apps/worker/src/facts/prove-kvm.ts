import { access, constants } from "node:fs/promises";
import type { KvmFacts } from "@deskrl/domain";
import { runProgram } from "./run-program.ts";

const DEVICE = "/dev/kvm";

/** Makes a virtual machine with one processor through the kernel's own interface, and ends it with the process. */
const MAKE_MACHINE = `
import fcntl, os
device = os.open("${DEVICE}", os.O_RDWR | os.O_CLOEXEC)
machine = fcntl.ioctl(device, 0xAE01, 0)
processor = fcntl.ioctl(machine, 0xAE41, 0)
print("version", fcntl.ioctl(device, 0xAE00, 0))
`;

export interface KvmProbe {
  /** Whether this process may open the device; the reason when not. */
  device: () => Promise<"open" | "absent" | "denied">;
  run: typeof runProgram;
}

/**
 * Whether virtual machines run at full speed on this machine: by starting one, since the device's file is there on
 * machines where the hypervisor below allows none.
 */
export async function proveKvm(probe: KvmProbe = { device: openDevice, run: runProgram }): Promise<KvmFacts> {
  const device = await probe.device();
  if (device === "absent") return { state: "absent", how: `This machine has no ${DEVICE}.` };
  if (device === "denied")
    return { state: "refused", how: `${DEVICE} is there and this account may not open it (group kvm).` };
  const ways = [
    { name: "qemu", start: () => startQemu(probe.run) },
    { name: "python3", start: () => probe.run("python3", ["-c", MAKE_MACHINE]) },
  ];
  for (const { name, start } of ways) {
    try {
      const said = await start();
      if (said !== null) return { state: "proven", how: `A virtual machine was started with ${name}.` };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { state: "refused", how: `A virtual machine could not be started with ${name}: ${why}` };
    }
  }
  return {
    state: "not_proven",
    how: `${DEVICE} opens, but neither qemu nor python3 is there to start a machine.`,
  };
}

/** A machine without anything in it: it starts, hears `quit` on its monitor, and ends. */
function startQemu(run: typeof runProgram): Promise<string | null> {
  const args = ["-accel", "kvm", "-machine", "none", "-nodefaults", "-display", "none", "-monitor", "stdio"];
  return run("qemu-system-x86_64", args, { input: "quit\n" });
}

async function openDevice(): Promise<"open" | "absent" | "denied"> {
  try {
    await access(DEVICE, constants.R_OK | constants.W_OK);
    return "open";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "absent" : "denied";
  }
}
