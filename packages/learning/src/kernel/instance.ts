import { KERNELS } from "./module.ts";

/** What `assembly/kernels.ts` exports. */
export interface KernelExports {
  placeNetwork(...sizesAndAddresses: number[]): void;
  placeDecision(...addresses: number[]): void;
  forward(tokens: number, states: number, candidates: number): void;
  backward(tokens: number, states: number, candidates: number): void;
  squares(): number;
  adam(rate: number, beta1: number, beta2: number, epsilon: number, scale: number): void;
  clear(): void;
}

/** The part of WebAssembly that is used here; Node's types do not have it. */
declare const WebAssembly: {
  Memory: new (options: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: KernelExports };
};

let compiled: object | null | undefined;

/** The kernels with a memory of their own, or null on a machine that cannot run them. */
export function instantiateKernels(pages: number): { kernels: KernelExports; buffer: ArrayBuffer } | null {
  compiled ??= compile();
  if (compiled === null) return null;
  try {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
    return { kernels: exports, buffer: memory.buffer };
  } catch (error) {
    // The address space is used up or bounded: the same can be computed without kernels.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Null where the processor has no SIMD. */
function compile(): object | null {
  try {
    return new WebAssembly.Module(Buffer.from(KERNELS, "base64"));
  } catch {
    return null;
  }
}
