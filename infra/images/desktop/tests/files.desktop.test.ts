import { randomBytes } from "node:crypto";
import { GuestFileList } from "@deskrl/protocol";
import { expect, test } from "vitest";
import { useGuest } from "./guest-container.ts";

const guest = useGuest();

test("bytes come back as they went in, parents are made, and the file belongs to the user", async () => {
  const bytes = randomBytes(3_000_000);
  const path = "/home/user/new/folder/zażółć 漢字.bin";
  const query = `/files?path=${encodeURIComponent(path)}`;
  const put = await guest.fetch(query, { method: "PUT", body: bytes });
  expect(await put.json()).toEqual({ path, bytes: bytes.length });
  expect(Buffer.from(await (await guest.fetch(query)).arrayBuffer()).equals(bytes)).toBe(true);
  expect((await guest.execute(["stat", "-c", "%U %a", path])).stdout).toBe("user 644\n");
  await guest.fetch(query, { method: "PUT", body: "" });
  expect(await (await guest.fetch(query)).text()).toBe("");
  expect((await guest.send("DELETE", query)).body).toEqual({ path });
  expect((await guest.fetch(query)).status).toBe(404);
});

test("a folder is listed, flat or with all below it, and removed whole", async () => {
  await guest.execute(
    "mkdir -p /tmp/list/sub && cd /tmp/list && printf abc > a && printf x > sub/b && ln -s a link",
  );
  const list = async (query: string) =>
    GuestFileList.parse((await guest.send("GET", `/files/list?path=/tmp/list${query}`)).body).entries.map(
      (entry) => `${entry.kind} ${entry.path} ${entry.kind === "file" ? entry.bytes : ""}`.trim(),
    );
  const flat = ["file /tmp/list/a 3", "link /tmp/list/link", "directory /tmp/list/sub"];
  expect(await list("")).toEqual(flat);
  expect(await list("&recursive=1")).toEqual([...flat, "file /tmp/list/sub/b 1"]);
  expect((await guest.send("DELETE", "/files?path=/tmp/list")).status).toBe(200);
  expect((await guest.send("GET", "/files/list?path=/tmp/list")).status).toBe(404);
});

test("the clipboard takes and gives UTF-8, from us to applications and back", async () => {
  const text = "żółw 你好 😀\nsecond line\t\u0000end".replace("\u0000", "");
  expect((await guest.send("PUT", "/clipboard", { text })).body).toEqual({ text });
  expect((await guest.send("GET", "/clipboard")).body).toEqual({ text });
  await guest.do({ kind: "open_app", app: "gedit" });
  await guest.do({ kind: "hotkey", keys: ["ctrl", "v"] });
  await guest.do({ kind: "type", text: "!" });
  await guest.send("PUT", "/clipboard", { text: "gone" });
  await guest.do({ kind: "hotkey", keys: ["ctrl", "a"] });
  await guest.do({ kind: "hotkey", keys: ["ctrl", "c"] });
  const copied = await guest.until(
    () => guest.send("GET", "/clipboard"),
    ({ body }) => (body as { text: string }).text !== "gone",
  );
  expect(copied.body).toEqual({ text: `${text}!` });
  await guest.send("PUT", "/clipboard", { text: "" });
  expect((await guest.send("GET", "/clipboard")).body).toEqual({ text: "" });
});

const large = "x".repeat(2_000_000);
test("a large clipboard passes whole", async () => {
  await guest.send("PUT", "/clipboard", { text: large });
  expect(((await guest.send("GET", "/clipboard")).body as { text: string }).text).toHaveLength(large.length);
});
