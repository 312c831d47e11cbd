/// <reference path="./webassembly.d.ts" />
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { createCatalogAdapter } from "./catalog-adapter.ts";

const require = createRequire(import.meta.url);
const MODULE = "@prisma/schema-engine-wasm/schema_engine_bg";

/**
 * Instantiates the engine by hand: the package's entry imports its `.wasm` as a module, which Node does not do yet
 * without a flag.
 */
async function loadEngine(): Promise<typeof SchemaEngine> {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(join(dirname(require.resolve(MODULE)), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...glue } });
  // Both are exports of the generated glue and of the module; its declarations leave them out.
  const setWasm: unknown = Reflect.get(glue, "__wbg_set_wasm");
  const start: unknown = instance.exports.__wbindgen_start;
  if (typeof setWasm !== "function" || typeof start !== "function")
    throw new Error(`${MODULE} is not the build of the schema engine that this version was written for`);
  setWasm(instance.exports);
  start();
  return glue.SchemaEngine;
}

let loading: Promise<typeof SchemaEngine> | undefined;

/**
 * Runs `work` with Prisma's own schema engine in its WebAssembly form, so that no binary has to be downloaded.
 * @param schema text of the Prisma schema, when the engine is to know one
 */
export async function withSchemaEngine<T>(
  { url, schema }: { url: string; schema?: string | undefined },
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loading ??= loadEngine();
  const Engine = await loading;
  const { factory, dispose } = createCatalogAdapter(url);
  try {
    const engine = await Engine.new(
      { datamodels: schema ? [["schema.prisma", schema]] : undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await dispose();
  }
}
