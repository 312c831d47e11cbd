import { once } from "node:events";
import { newId } from "@deskrl/domain";
import { beforeAll, describe, expect, test } from "vitest";
import type { Desktop } from "../types.ts";
import { bytesOf, type ContractContext, shell, textOf } from "./context.ts";

/** What a ready desktop can do, and how each of it fails. */
export function desktopContract(context: ContractContext): void {
  describe("desktop", () => {
    let desktop: Desktop;
    beforeAll(async () => {
      desktop = await context.ensure();
      return () => context.provider.destroy(desktop.environmentId);
    });

    test("a screenshot is a PNG of the whole screen, and a desktop that is ready has painted it", async () => {
      const picture = await desktop.screenshot();
      expect(picture.screen).toEqual(context.template.screen);
      expect(picture.image).toEqual(picture.screen);
      const header = new DataView(picture.bytes.buffer, picture.bytes.byteOffset);
      expect([header.getUint32(16), header.getUint32(20)]).toEqual([
        picture.image.width,
        picture.image.height,
      ]);
      expect(picture.bytes.length).toBeGreaterThan(5_000);
    });

    test("a thumbnail says both its own size and the screen's", async () => {
      const picture = await desktop.screenshot({ format: "jpeg", width: 320, quality: 60 });
      expect(picture.mediaType).toBe("image/jpeg");
      expect(picture.screen).toEqual(context.template.screen);
      expect(picture.image).toEqual({ width: 320, height: 180 });
    });

    test("a thumbnail shows what the desktop shows now, also when nothing had changed for a while", async () => {
      const own = await context.ensure();
      const take = async () => (await own.screenshot({ format: "jpeg", width: 320, quality: 60 })).bytes;
      const before = await take();
      await take();
      await own.open({ app: "terminal" }).catch(() => own.open({ app: "files" }));
      await expect.poll(async () => Buffer.compare(await take(), before)).not.toBe(0);
      await context.provider.destroy(own.environmentId);
    });

    test("an observation has windows, foreground application and accessibility rows", async () => {
      const observation = await desktop.observe();
      expect(observation.screen).toEqual(context.template.screen);
      expect(Array.isArray(observation.accessibility)).toBe(true);
    });

    test("an action is carried out once, however often it is sent, and at the same time", async () => {
      const action = { id: newId("action"), ...context.harmless };
      const [one, two] = await Promise.all([desktop.act(action), desktop.act(action)]);
      const three = await desktop.act(action);
      expect([one.outcome, two.outcome, three.outcome]).toEqual(["ok", "ok", "ok"]);
      expect([one.replayed, two.replayed].sort()).toEqual([false, true]);
      expect(three.replayed).toBe(true);
    });

    test("a command is carried out once, however often it is sent", async () => {
      const command = { id: newId("action"), command: "echo x >> /tmp/once; wc -l < /tmp/once" };
      const first = await desktop.execute(command);
      const second = await desktop.execute(command);
      expect([first.stdout.trim(), second.stdout.trim(), second.replayed]).toEqual(["1", "1", true]);
      expect((await shell(desktop, "wc -l < /tmp/once")).trim()).toBe("1");
    });

    test("an action that the desktop cannot do is an outcome with a reason, not an exception", async () => {
      const result = await desktop.act({ id: newId("action"), kind: "open_app", app: "no such program" });
      expect(result.outcome).toBe("error");
      expect(result.error?.message).toBeTruthy();
    });

    test("an action that is no action is refused before it is sent", async () => {
      const click = { id: newId("action"), kind: "click", x: -1, y: 10 } as const;
      await expect(desktop.act(click)).rejects.toMatchObject({ code: "invalid_input" });
    });

    test("a command's exit code, output and error output come back apart", async () => {
      const result = await desktop.execute({
        id: newId("action"),
        command: "echo out; echo err >&2; exit 3",
      });
      expect(result).toMatchObject({ outcome: "ok", exitCode: 3, stdout: "out\n", stderr: "err\n" });
    });

    context.testWith(
      "processes",
      "a command that runs too long is ended at its deadline and says so",
      async () => {
        const result = await desktop.execute({
          id: newId("action"),
          command: "sleep 300 & wait",
          timeoutMs: 500,
        });
        expect(result).toMatchObject({ outcome: "timed_out", exitCode: null });
        expect((await shell(desktop, "pgrep -c -f '^sleep 300' || true")).trim()).toBe("0");
      },
    );

    context.testWith("processes", "a call can be given up", async () => {
      const cancel = new AbortController();
      const running = desktop.execute(
        { id: newId("action"), command: "sleep 60" },
        { signal: cancel.signal },
      );
      setTimeout(() => cancel.abort(), 100);
      await expect(running).rejects.toMatchObject({ code: "cancelled" });
    });

    test("files are written with their parents, listed, read back byte for byte, and removed", async () => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
      const path = "/home/user/Documents/deep/er/ärger 你好.bin";
      await desktop.files.write(path, bytes);
      expect(await desktop.files.read(path)).toEqual(bytes);
      const entries = await desktop.files.list("/home/user/Documents", { recursive: true });
      expect(entries.find((entry) => entry.path === path)).toMatchObject({ kind: "file", bytes: 70_000 });
      await desktop.files.remove(path);
      await expect(desktop.files.read(path)).rejects.toMatchObject({ code: "not_found" });
    });

    context.testWith("processes", "a file that is written belongs to the user of the desktop", async () => {
      await desktop.files.write("/home/user/Documents/owned/file.txt", bytesOf("mine"));
      expect((await shell(desktop, "stat -c %U /home/user/Documents/owned/file.txt")).trim()).toBe("user");
    });

    test("a call whose signal is aborted is not made", async () => {
      const signal = AbortSignal.abort();
      await expect(desktop.observe({ signal })).rejects.toMatchObject({ code: "cancelled" });
    });

    test("the clipboard carries any text", async () => {
      const text = "plain, żółw, 你好, 🙂\nsecond line";
      await desktop.clipboard.write(text);
      expect(await desktop.clipboard.read()).toBe(text);
    });

    test("any number of screens can be watched at once, each with a stream of its own", async () => {
      const streams = await Promise.all([desktop.rfb(), desktop.rfb(), desktop.rfb()]);
      for (const stream of streams) {
        const [greeting] = await once(stream, "data");
        expect(String(greeting)).toBe("RFB 003.008\n");
        stream.destroy();
      }
    });

    test("what is done in one desktop is not seen in another", async () => {
      await desktop.files.write("/home/user/only-here.txt", bytesOf("mine"));
      const other = await context.ensure();
      await expect(other.files.read("/home/user/only-here.txt")).rejects.toMatchObject({ code: "not_found" });
      await context.provider.destroy(other.environmentId);
      expect(textOf(await desktop.files.read("/home/user/only-here.txt"))).toBe("mine");
    });
  });
}
