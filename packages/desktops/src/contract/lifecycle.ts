import { newId } from "@deskrl/domain";
import { describe, expect, test } from "vitest";
import type { ContractContext } from "./context.ts";

/** How environments come, are named, and go. */
export function lifecycleContract(context: ContractContext): void {
  describe("lifecycle", () => {
    test("a check says that it is ready, with a version", async () => {
      const { images = [], ...check } = await context.provider.check();
      expect(check).toEqual({ ready: true, version: expect.any(String), problem: null });
      expect(images.every((name) => typeof name === "string")).toBe(true);
    });

    test("the same id again is the same desktop, also when asked at the same time", async () => {
      const { provider, template } = context;
      const spec = { environmentId: newId("environment"), template };
      const [one, two] = await Promise.all([provider.ensure(spec), provider.ensure(spec)]);
      expect(two).toBe(one);
      expect(await provider.ensure(spec)).toBe(one);
      expect(provider.get(spec.environmentId)).toBe(one);
      await provider.destroy(spec.environmentId);
    });

    test("an environment is listed with its state and whether it was used", async () => {
      const desktop = await context.ensure();
      const listed = async () =>
        (await context.provider.list()).find((one) => one.environmentId === desktop.environmentId);
      expect(await listed()).toEqual({
        environmentId: desktop.environmentId,
        generation: desktop.generation,
        state: "ready",
        used: false,
        reason: null,
        cause: null,
      });
      await desktop.screenshot();
      expect((await listed())?.used).toBe(false);
      await desktop.clipboard.write("used");
      expect((await listed())?.used).toBe(true);
      await context.provider.destroy(desktop.environmentId);
    });

    test("a destroyed environment is gone, and destroying it again is no error", async () => {
      const { provider } = context;
      const desktop = await context.ensure();
      await Promise.all([provider.destroy(desktop.environmentId), provider.destroy(desktop.environmentId)]);
      await provider.destroy(desktop.environmentId);
      expect(() => provider.get(desktop.environmentId)).toThrow(
        expect.objectContaining({ code: "not_found" }),
      );
      await expect(desktop.screenshot()).rejects.toMatchObject({ code: "fenced" });
      expect((await provider.list()).map((one) => one.environmentId)).not.toContain(desktop.environmentId);
    });

    test("one that is still starting can be destroyed; who waits for it hears so", async () => {
      const { provider, template } = context;
      const environmentId = newId("environment");
      const starting = provider.ensure({ environmentId, template });
      const outcome = expect(starting).rejects.toMatchObject({ code: "cancelled" });
      await provider.destroy(environmentId);
      await outcome;
      expect((await provider.list()).map((one) => one.environmentId)).not.toContain(environmentId);
    });

    test("one that is resetting can be destroyed", async () => {
      const desktop = await context.ensure();
      await desktop.clipboard.write("used");
      const resetting = context.provider.reset(desktop.environmentId).catch((error: unknown) => error);
      await context.provider.destroy(desktop.environmentId);
      await resetting;
      expect((await context.provider.list()).map((one) => one.environmentId)).not.toContain(
        desktop.environmentId,
      );
    });

    test("a destroyed id can be had again", async () => {
      const { provider, template } = context;
      const environmentId = newId("environment");
      await provider.ensure({ environmentId, template });
      const destroying = provider.destroy(environmentId);
      const again = await provider.ensure({ environmentId, template });
      await destroying;
      expect(provider.get(environmentId)).toBe(again);
      await provider.destroy(environmentId);
    });

    test("an aborted signal ends the wait and leaves no environment", async () => {
      const { provider, template } = context;
      const environmentId = newId("environment");
      const cancel = new AbortController();
      const starting = provider.ensure({ environmentId, template }, { signal: cancel.signal });
      cancel.abort();
      await expect(starting).rejects.toMatchObject({ code: "cancelled" });
      expect((await provider.list()).map((one) => one.environmentId)).not.toContain(environmentId);
    });

    test("watching ends with its signal", async () => {
      const stop = new AbortController();
      const events = context.provider.watch(stop.signal);
      stop.abort();
      for await (const event of events) expect(event.kind).toBe("changed");
    });
  });
}
