// `secrets`: makes what the parts of one deployment share, once: the password of the database and the token that
// workers join with. Each stands in a folder of its own, so that a container gets only what it needs.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const secrets = {
  "/run/deskrl/database/password": () => randomBytes(24).toString("hex"),
  "/run/deskrl/worker/token": () => `deskrl_token_${randomBytes(32).toString("base64url")}`,
};

for (const [path, make] of Object.entries(secrets)) {
  if (existsSync(path)) continue;
  mkdirSync(dirname(path), { recursive: true });
  // Readable by the database's own user too; who may see it is decided by who mounts the folder.
  writeFileSync(`${path}.new`, make(), { mode: 0o444 });
  renameSync(`${path}.new`, path);
  console.log(`made ${path}`);
}
