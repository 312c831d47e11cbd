import { expect, test } from "vitest";
import { hostCapacity } from "./host-capacity.ts";

const files: Record<string, string> = {
  "/proc/sys/kernel/pid_max": "32768\n",
  "/proc/sys/fs/file-max": "2466165\n",
  "/proc/sys/fs/inotify/max_user_instances": "128\n",
};
const read = async (path: string) => {
  const text = files[path];
  if (text === undefined) throw new Error(`no ${path}`);
  return text;
};

test("the tightest limit comes first, with how many desktops it allows and what raises it", async () => {
  const [tightest, next] = await hostCapacity(read);
  expect(tightest).toMatchObject({ name: "fs.inotify.max_user_instances", value: 128, desktops: 25 });
  expect(tightest?.fix).toContain("sysctl -w fs.inotify.max_user_instances=");
  expect(next).toMatchObject({ name: "kernel.pid_max", desktops: 218 });
});

test("a limit that this machine does not have is left out", async () => {
  const names = (await hostCapacity(read)).map(({ name }) => name);
  expect(names).not.toContain("fs.aio-max-nr");
});
