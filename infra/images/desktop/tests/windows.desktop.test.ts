import { APP_NAMES, type GuestObservation } from "@deskrl/protocol";
import { afterEach, expect, test } from "vitest";
import { useGuest } from "./guest-container.ts";

const guest = useGuest();
const SHORT = {
  "libreoffice calc": "calc",
  "libreoffice writer": "writer",
  "libreoffice impress": "impress",
  files: "files",
  terminal: "terminal",
  gedit: "gedit",
  chrome: "chrome",
} as const;

afterEach(async () => {
  // Killed, since an application with unsaved work would ask and stay.
  await guest.execute("pkill -9 -x 'soffice.bin|gedit|lxterminal|chromium'; true");
  for (const window of (await guest.observe(false)).windows) {
    await guest.execute(["wmctrl", "-i", "-c", window.id]);
  }
  await guest.until(
    () => guest.observe(false),
    ({ windows }) => windows.length === 0,
  );
  await guest.ready();
});

test.each(APP_NAMES)("open_app '%s' answers once its window shows and has the focus", async (app) => {
  const output = await guest.do({ kind: "open_app", app });
  const seen = await guest.observe();
  expect(seen.foregroundApp).toBe(SHORT[app]);
  const window = seen.windows.find((candidate) => candidate.focused);
  expect(output).toContain(window?.id);
  expect(window?.width).toBeGreaterThan(100);
  expect(seen.accessibility.filter((row) => row.role !== "task-button").length).toBeGreaterThan(3);
});

const named = (seen: GuestObservation, role: string, name: string) =>
  seen.accessibility.find((row) => row.role === role && row.name === name);

test("accessibility rows lie where a click on them works, and hold the active window and the panel only", async () => {
  await guest.do({ kind: "open_app", app: "terminal" });
  await guest.do({ kind: "open_app", app: "libreoffice calc" });
  const seen = await guest.observe();
  for (const row of seen.accessibility) {
    expect(row.name, JSON.stringify(row)).not.toBe("");
    expect(row.width * row.height, JSON.stringify(row)).toBeGreaterThan(0);
    expect(row.x >= 0 && row.x < 1280 && row.y >= 0 && row.y < 720, JSON.stringify(row)).toBe(true);
  }
  expect(seen.accessibility.some((row) => row.name === "Tabs")).toBe(false);
  const cell = seen.accessibility.find((row) => row.name === "C4") ?? { x: 0, y: 0 };
  await guest.do({ kind: "click", x: cell.x, y: cell.y });
  await guest.do({ kind: "type", text: "here", enter: true });
  await guest.do({ kind: "click", x: cell.x, y: cell.y });
  const again = await guest.until(
    () => guest.observe(),
    (next) => next.accessibility.some((row) => row.name === "C4" && row.text === "here"),
  );
  expect(again.accessibility.find((row) => row.name === "C4")).toMatchObject({ text: "here" });

  const button = named(
    seen,
    "task-button",
    seen.windows.find((window) => window.app === "terminal")?.title ?? "",
  );
  await guest.do({ kind: "click", x: button?.x ?? 0, y: button?.y ?? 0 });
  const switched = await guest.until(
    () => guest.observe(false),
    ({ foregroundApp }) => foregroundApp === "terminal",
  );
  expect(switched.foregroundApp).toBe("terminal");
});

test("a menu that is open is among the rows", async () => {
  await guest.do({ kind: "open_app", app: "gedit" });
  const menu = named(await guest.observe(), "toggle-button", "Menu");
  await guest.do({ kind: "click", x: menu?.x ?? 0, y: menu?.y ?? 0 });
  const opened = await guest.until(
    () => guest.observe(),
    (seen) => seen.accessibility.some((row) => row.name.startsWith("Find and Replace")),
  );
  expect(opened.accessibility.some((row) => row.name.startsWith("Find and Replace"))).toBe(true);
  await guest.do({ kind: "hotkey", keys: ["esc"] });
});

test("a file opens in its application and the answer names its window; again brings it to the front", async () => {
  await guest.fetch("/files?path=/home/user/Documents/żółw.csv", {
    method: "PUT",
    body: "name,amount\nżółw,3.5\n",
  });
  await guest.fetch("/files?path=/home/user/notes.txt", { method: "PUT", body: "hello" });
  const sheet = await guest.send("POST", "/open", {
    path: "/home/user/Documents/żółw.csv",
    timeoutMs: 60_000,
  });
  expect(sheet).toMatchObject({
    status: 200,
    body: { app: "calc", title: expect.stringContaining("żółw.csv") },
  });
  const text = await guest.send("POST", "/open", { path: "/home/user/notes.txt", timeoutMs: 60_000 });
  expect(text).toMatchObject({
    status: 200,
    body: { app: "gedit", title: expect.stringContaining("notes.txt") },
  });
  const again = await guest.send("POST", "/open", {
    path: "/home/user/Documents/żółw.csv",
    timeoutMs: 60_000,
  });
  expect(again.body).toEqual(sheet.body);
  expect((await guest.observe(false)).foregroundApp).toBe("calc");
  const folder = await guest.send("POST", "/open", { path: "/home/user/Documents", timeoutMs: 60_000 });
  expect(folder).toMatchObject({ status: 200, body: { app: "files" } });
});

test("activate and close answer once the state is reached", async () => {
  await guest.do({ kind: "open_app", app: "terminal" });
  await guest.do({ kind: "open_app", app: "files" });
  const activated = await guest.send("POST", "/windows/activate", { title: "lxterminal", byClass: true });
  expect(activated.status).toBe(200);
  const seen = await guest.observe(false);
  expect(seen.windows.find((window) => window.focused)).toMatchObject({
    app: "terminal",
    ...idOf(activated.body),
  });
  expect(await guest.send("POST", "/windows/close", { title: "user", strict: true })).toMatchObject({
    status: 200,
  });
  expect((await guest.observe(false)).windows.map((window) => window.app)).toEqual(["terminal"]);
});

const idOf = (body: unknown) => ({ id: (body as { windowId: string }).windowId });

test("changed documents with a file are saved, with what is still being typed, and others are left alone", async () => {
  await guest.fetch("/files?path=/home/user/a.csv", { method: "PUT", body: "1,2\n" });
  await guest.send("POST", "/open", { path: "/home/user/a.csv", timeoutMs: 60_000 });
  await guest.do({ kind: "type", text: "7\n" });
  await guest.do({ kind: "type", text: "still typing" });
  const saved = await guest.send("POST", "/documents/save", { timeoutMs: 60_000 });
  expect(saved).toMatchObject({ status: 200, body: { saved: ["/home/user/a.csv"] } });
  expect(await guest.readText("/home/user/a.csv")).toBe("7,2\nstill typing,\n");
  expect((await guest.send("POST", "/documents/save", {})).body).toEqual({ saved: [] });
});
