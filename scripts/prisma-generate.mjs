// Generates the Prisma client without downloading anything: `prisma generate` asks for a schema engine but never runs
// it, so any executable file will do where the download host cannot be reached.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const result = spawnSync("npx", ["prisma", "generate", "--schema", "prisma/schema.prisma"], {
  cwd: root,
  stdio: ["ignore", "pipe", "pipe"],
  encoding: "utf8",
  env: {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    ...process.env,
  },
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout}\n${result.stderr}\n`);
  process.exit(result.status ?? 1);
}
