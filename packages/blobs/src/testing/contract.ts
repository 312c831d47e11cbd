import { describe, expect, it } from "vitest";
import { hashBytes } from "../hash.ts";
import type { BlobStore } from "../types.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

async function all(store: BlobStore): Promise<string[]> {
  const hashes: string[] = [];
  for await (const hash of store.iterate()) hashes.push(hash);
  return hashes.sort();
}

/** What every blob store keeps to. @param open an empty store */
export function testBlobStore(name: string, open: () => Promise<BlobStore>): void {
  describe(`the blob store contract: ${name}`, () => {
    it("gives back exactly the bytes, under their sha-256", async () => {
      const store = await open();
      const bytes = crypto.getRandomValues(new Uint8Array(60_000));
      const hash = await store.put(bytes, "application/octet-stream");
      expect(hash).toBe(hashBytes(bytes));
      expect(Buffer.from(await store.get(hash)).equals(bytes)).toBe(true);
      expect(await store.stat(hash)).toMatchObject({ size: 60_000, mediaType: "application/octet-stream" });
    });

    it("keeps an empty blob", async () => {
      const store = await open();
      const hash = await store.put(new Uint8Array(), "text/plain");
      expect(await store.get(hash)).toHaveLength(0);
      expect(await store.stat(hash)).toMatchObject({ size: 0, mediaType: "text/plain" });
    });

    it("stores the same bytes once, also from many writers at once", async () => {
      const store = await open();
      const hashes = await Promise.all(Array.from({ length: 20 }, () => store.put(PNG, "image/png")));
      expect(new Set(hashes).size).toBe(1);
      expect(await all(store)).toEqual([hashes[0]]);
    });

    it("knows a picture's type, and keeps one that its bytes do not tell", async () => {
      const store = await open();
      const picture = hashBytes(PNG);
      await store.putExpected(picture, PNG);
      expect((await store.stat(picture))?.mediaType).toBe("image/png");
      const text = await store.put(bytesOf("a,b\n"), "text/csv");
      expect((await store.stat(text))?.mediaType).toBe("text/csv");
    });

    it("refuses bytes that are not those of the hash they came under, and keeps nothing of them", async () => {
      const store = await open();
      const hash = hashBytes(bytesOf("right"));
      await expect(store.putExpected(hash, bytesOf("wrong"))).rejects.toMatchObject({
        code: "invalid_input",
      });
      expect(await store.has(hash)).toBe(false);
    });

    it("says that a blob is not there", async () => {
      const store = await open();
      const hash = hashBytes(bytesOf("absent"));
      await expect(store.get(hash)).rejects.toMatchObject({ code: "not_found" });
      expect(await store.stat(hash)).toBeNull();
      expect(await store.has(hash)).toBe(false);
      await store.delete(hash);
    });

    it("forgets what is deleted and lists what is not", async () => {
      const store = await open();
      const [first, second] = [
        await store.put(bytesOf("1"), "text/plain"),
        await store.put(bytesOf("2"), "text/plain"),
      ];
      expect(await all(store)).toEqual([first, second].sort());
      await store.delete(first);
      expect(await store.has(first)).toBe(false);
      expect(await all(store)).toEqual([second]);
    });

    it("forgets what was stored before a time, and keeps what was stored again since", async () => {
      const store = await open();
      const old = await store.put(bytesOf("old"), "text/csv");
      const again = await store.put(bytesOf("again"), "text/plain");
      await new Promise((resolve) => setTimeout(resolve, 20));
      const since = new Date();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await store.put(bytesOf("again"), "text/plain");
      expect(await store.deleteStoredBefore(old, since)).toBe(true);
      expect(await store.deleteStoredBefore(again, since)).toBe(false);
      expect(await all(store)).toEqual([again]);
      expect(Buffer.from(await store.get(again)).toString()).toBe("again");
      expect((await store.stat(again))?.storedAt.getTime()).toBeGreaterThan(since.getTime());
      expect(await store.deleteStoredBefore(old, since)).toBe(true);
    });

    it.each([
      "../../../../etc/passwd",
      `${"a".repeat(62)}/.`,
      `../${"a".repeat(61)}`,
      "A".repeat(64),
      "",
      `${"a".repeat(64)}\n`,
      `${"a".repeat(63)}\u0000`,
    ])("takes %j for no hash, in every verb", async (name) => {
      const store = await open();
      const refused = { code: "invalid_input" };
      await expect(store.get(name)).rejects.toMatchObject(refused);
      await expect(store.has(name)).rejects.toMatchObject(refused);
      await expect(store.stat(name)).rejects.toMatchObject(refused);
      await expect(store.delete(name)).rejects.toMatchObject(refused);
      await expect(store.deleteStoredBefore(name, new Date())).rejects.toMatchObject(refused);
      await expect(store.putExpected(name, PNG)).rejects.toMatchObject(refused);
    });
  });
}
