import { GuestActionResult, GuestExecuteResult } from "@deskrl/protocol";
import { expect, test } from "vitest";
import { docker, useGuest } from "./guest-container.ts";

const guest = useGuest();

test("a command runs as the user with the desktop's environment, and its streams and code come back", async () => {
  const done = await guest.execute("id -un; echo $DISPLAY $LANG; pwd; cat; echo oops >&2; exit 3", {
    stdin: "żółw",
  });
  expect(done).toMatchObject({
    outcome: "ok",
    exitCode: 3,
    stderr: "oops\n",
    truncated: false,
    replayed: false,
  });
  expect(done.stdout).toBe("user\n:0 en_US.UTF-8\n/home/user\nżółw");
  expect(await guest.execute(["printf", "%s|", "a b", "$HOME"], { cwd: "/tmp" })).toMatchObject({
    stdout: "a b|$HOME|",
  });
});

test("at its deadline everything a command started is killed, also what left its group", async () => {
  const command = "sleep 4711 & setsid sleep 4712 & (setsid nohup sleep 4713 &) ; echo started; wait";
  const done = await guest.execute(command, { timeoutMs: 700 });
  expect(done).toMatchObject({ outcome: "timed_out", exitCode: null, stdout: "started\n" });
  expect((await guest.execute("pgrep -fa '^sleep 471[123]'; true")).stdout).toBe("");
});

test("what a command leaves in the background does not hold up its answer", async () => {
  const done = await guest.execute("sleep 4714 & echo done");
  expect(done).toMatchObject({ outcome: "ok", exitCode: 0, stdout: "done\n" });
  expect((await guest.execute("pgrep -fa '^sleep 4714'")).exitCode).toBe(0);
});

test("what a command leaves talking does not hold up its answer either", async () => {
  const done = await guest.execute("yes 4715 & echo done");
  expect(done).toMatchObject({ outcome: "ok", exitCode: 0 });
  expect(done.stdout).toContain("done\n");
});

test("all that a command wrote comes back, however late its reader gets a turn", async () => {
  const program = `
import os, time
from deskrl_guest import programs
read = os.read
def late(*args):
    time.sleep(1)
    return read(*args)
os.read = late
print(programs.run(["bash", "-c", "seq 1 9000; echo over"], 60, mark="late").stdout[-10:])`;
  const printed = await docker("exec", "--env", "HOME=/tmp", guest.id, "python3", "-c", program);
  expect(printed).toBe("9000\nover");
});

test("output beyond the limit is cut and said to be", async () => {
  const done = await guest.execute("head -c 3000000 /dev/zero | tr '\\0' x");
  expect(done).toMatchObject({ outcome: "ok", exitCode: 0, truncated: true });
  expect(done.stdout).toHaveLength(1 << 20);
});

test("a program that does not exist is an outcome with a reason", async () => {
  expect(await guest.execute(["no-such-program"])).toMatchObject({
    outcome: "error",
    exitCode: null,
    stderr: expect.stringContaining("no-such-program"),
  });
});

test("an id is executed at most once, also by duplicates that come while it runs", async () => {
  const body = {
    id: "once-1",
    timeoutMs: 60_000,
    command: "echo line >> /tmp/once.txt; sleep 0.5; wc -l < /tmp/once.txt",
  };
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () =>
      GuestExecuteResult.parse((await guest.send("POST", "/execute", body)).body),
    ),
  );
  expect(answers.map((answer) => answer.stdout.trim())).toEqual(Array(8).fill("1"));
  expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
  expect(await guest.readText("/tmp/once.txt")).toBe("line\n");
});

test("a repeated action types nothing twice, and the same id for something else is refused", async () => {
  await guest.do({ kind: "open_app", app: "terminal" });
  await guest.do({ kind: "type", text: "cat > /tmp/action.txt", enter: true });
  const action = { id: "act-1", timeoutMs: 60_000, kind: "type", text: "one time", enter: true };
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () =>
      GuestActionResult.parse((await guest.send("POST", "/actions", action)).body),
    ),
  );
  expect(answers.map((answer) => answer.outcome)).toEqual(Array(5).fill("ok"));
  expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
  await guest.do({ kind: "hotkey", keys: ["ctrl", "d"] });
  const text = await guest.until(
    () => guest.readText("/tmp/action.txt"),
    (content) => content.length > 0,
  );
  expect(text).toBe("one time\n");
  expect(await guest.send("POST", "/actions", { ...action, text: "other" })).toMatchObject({
    status: 409,
    body: { error: { code: "conflict" } },
  });
});

test("background programs leave no zombies", async () => {
  await Promise.all(Array.from({ length: 10 }, () => guest.execute(["true"], { background: true })));
  await guest.execute("for i in 1 2 3 4 5; do (setsid true &) ; done; sleep 0.3");
  const health = await guest.until(
    () => guest.health(),
    ({ zombies }) => zombies === 0,
  );
  expect(health.zombies).toBe(0);
});
