import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const PROGRAM = `
  import { createLog } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};
  const log = createLog({ level: "info" });
  log.info("started");
  process.stdin.on("end", () => { log.info("ending"); log.info("ended"); process.exit(0); });
  process.stdin.resume();
`;

test("a process whose log nobody reads any more, because its launcher was killed, ends all the same", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [line] = await once(child.stdout, "data");
    expect(JSON.parse(String(line))).toMatchObject({ app: "control-plane", msg: "started" });
    child.stdout.destroy();
    await once(child.stdout, "close");
    child.stdin.end();
    expect((await once(child, "exit"))[0]).toBe(0);
  } finally {
    child.kill("SIGKILL");
  }
});
