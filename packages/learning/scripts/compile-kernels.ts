import asc from "assemblyscript/asc";

/**
 * Compiles AssemblyScript to WebAssembly. For the script that writes `module.ts` and the test that it is up to date.
 * @throws Error with what the compiler says
 */
export async function compileKernels(source: string): Promise<Uint8Array> {
  const files: Record<string, string | Uint8Array> = {};
  const { error, stderr } = await asc.main(
    [
      ...["kernels.ts", "--outFile", "kernels.wasm", "--runtime", "stub", "--importMemory"],
      ...["--noAssert", "-O3", "--converge", "--enable", "simd"],
    ],
    {
      readFile: (name) => (name === "kernels.ts" ? source : null),
      writeFile: (name, content) => {
        files[name] = content;
      },
      listFiles: () => [],
    },
  );
  const bytes = files["kernels.wasm"];
  if (error || !(bytes instanceof Uint8Array)) throw new Error(stderr.toString(), { cause: error });
  return bytes;
}
