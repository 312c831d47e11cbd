import { expect, test } from "vitest";
import { docker, useGuest } from "./guest-container.ts";

const guest = useGuest();

test("ready says what was checked", async () => {
  expect(await guest.health()).toMatchObject({
    version: 1,
    ready: true,
    checks: {
      display: true,
      windowManager: true,
      painted: true,
      input: true,
      office: true,
      accessibility: true,
    },
    screen: { width: 1280, height: 720 },
    zombies: 0,
  });
});

test.each(["KILL", "STOP"])("office that got SIG%s is started again", async (signal) => {
  const before = (await guest.execute("pgrep -x soffice.bin")).stdout;
  await guest.execute(`pkill -${signal} -x soffice.bin`);
  // Asking is what makes a hang show: nothing polls an office that nobody uses.
  const after = await guest.until(
    async () => {
      await guest.health();
      return (await guest.execute("pgrep -x soffice.bin")).stdout;
    },
    (pid) => pid !== "" && pid !== before,
  );
  expect(after).not.toBe(before);
  await guest.do({ kind: "open_app", app: "libreoffice writer" });
  expect((await guest.observe(false)).foregroundApp).toBe("writer");
});

test("the panel and the window manager come back when they end", async () => {
  const names = ["tint2", "openbox", "pcmanfm"];
  const running = async () =>
    Promise.all(names.map(async (name) => (await guest.execute(`pgrep -x ${name}`)).stdout.trim()));
  const before = await running();
  await guest.execute("pkill -9 -x 'tint2|openbox|pcmanfm'");
  // A killed process stays in the list for a moment, so its number must have changed too.
  const after = await guest.until(running, (pids) => pids.every((pid, i) => pid !== "" && pid !== before[i]));
  for (const [i, pid] of after.entries()) {
    expect(pid).toMatch(/^\d+$/);
    expect(pid).not.toBe(before[i]);
  }
});

test("orphans are reaped by the init", async () => {
  await guest.execute("for i in $(seq 20); do (setsid sh -c 'exit 0' &); done");
  const health = await guest.until(
    () => guest.health(),
    ({ zombies }) => zombies === 0,
  );
  expect(health.zombies).toBe(0);
});

test("a container that was killed starts again in spite of stale locks", async () => {
  await guest.execute("touch /tmp/.X0-lock /home/user/.config/libreoffice/4/.lock");
  await docker("kill", guest.id);
  await docker("start", guest.id);
  expect(await guest.ready()).toMatchObject({ ready: true });
  await guest.do({ kind: "open_app", app: "libreoffice calc" });
});

test("a stop ends it by itself, with success", async () => {
  await docker("stop", "--time", "60", guest.id);
  expect(await docker("inspect", "--format", "{{.State.ExitCode}} {{.State.OOMKilled}}", guest.id)).toBe(
    "0 false",
  );
});
