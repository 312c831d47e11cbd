import { newId } from "@deskrl/domain";
import { beforeAll, describe, expect, test } from "vitest";
import type { Desktop } from "../types.ts";
import { bytesOf, type ContractContext, shell } from "./context.ts";

const PROFILE = "/home/user/.config/libreoffice";
const MARK = "leak-7f3a";

/** A reset gives a clean desktop: what an episode did is not there for the next. */
export function resetContract(context: ContractContext): void {
  describe("reset", () => {
    let before: Desktop;
    let after: Desktop;
    let cleanWindows: string[];
    const titles = async (desktop: Desktop) =>
      (await desktop.observe({ accessibility: false })).windows.map(({ title }) => title).sort();

    beforeAll(async () => {
      before = await context.ensure();
      cleanWindows = await titles(before);
      await dirty(before, context);
      after = await context.provider.reset(before.environmentId);
      return () => context.provider.destroy(before.environmentId);
    });

    test("is the next generation of the same environment", () => {
      expect(after.environmentId).toBe(before.environmentId);
      expect(after.generation).toBe(before.generation + 1);
      expect(context.provider.get(before.environmentId)).toBe(after);
    });

    test("the desktop of before is refused, so that a late call cannot touch the next episode", async () => {
      await expect(before.screenshot()).rejects.toMatchObject({ code: "fenced" });
      await expect(before.execute({ id: newId("action"), command: "true" })).rejects.toMatchObject({
        code: "fenced",
      });
    });

    test.each([
      "/home/user/.bashrc-leak",
      "/home/user/Documents/leak.ods",
      "/tmp/leak.txt",
      "/var/tmp/leak.txt",
      "/dev/shm/leak",
    ])("no file: %s", async (path) => {
      await expect(after.files.read(path)).rejects.toMatchObject({ code: "not_found" });
    });

    test("no text in the clipboard", async () => {
      expect(await after.clipboard.read()).not.toContain(MARK);
    });

    context.testWith("processes", "no process", async () => {
      expect((await shell(after, "pgrep -c -f '^sleep 86399' || true")).trim()).toBe("0");
    });

    test("no window", async () => {
      expect(await titles(after)).toEqual(cleanWindows);
    });

    test("no office settings and no recent document", async () => {
      expect(await shell(after, `grep -rl ${MARK} ${PROFILE} || true`)).toBe("");
      expect(await shell(after, "grep -rl Documents/leak /home/user 2>/dev/null || true")).toBe("");
    });

    test("of a desktop that was not used is no work: the same desktop comes back", async () => {
      expect(await context.provider.reset(after.environmentId)).not.toBe(before);
      const unused = await context.ensure();
      expect(await context.provider.reset(unused.environmentId)).toBe(unused);
      await context.provider.destroy(unused.environmentId);
    });

    test("of an unknown environment is not_found", async () => {
      await expect(context.provider.reset(newId("environment"))).rejects.toMatchObject({ code: "not_found" });
    });
  });
}

/** Leaves traces of every kind that an episode can leave. */
async function dirty(desktop: Desktop, context: ContractContext): Promise<void> {
  await desktop.files.write("/home/user/.bashrc-leak", bytesOf(MARK));
  await desktop.files.write("/home/user/Documents/leak.csv", bytesOf("a,b\n1,2\n"));
  await shell(desktop, "echo x > /tmp/leak.txt && echo x > /var/tmp/leak.txt && echo x > /dev/shm/leak");
  await desktop.clipboard.write(MARK);
  if (context.capabilities.processes)
    await desktop.execute({ id: newId("action"), command: ["sleep", "86399"], background: true });
  const converted = "cd /home/user/Documents && cp leak.csv leak.ods";
  await shell(desktop, converted);
  await desktop.files.write("/home/user/Documents/leak.txt", bytesOf(MARK));
  await desktop.open({ path: "/home/user/Documents/leak.txt" });
  await desktop.open({ path: "/home/user/Documents/leak.csv" });
  await shell(desktop, `mkdir -p ${PROFILE} && echo ${MARK} > ${PROFILE}/leaked-setting`);
}
