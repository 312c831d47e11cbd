import { AppError } from "@deskrl/domain";
import { expect, test } from "vitest";
import { bytesOf, type MemoryDesktop, memoryDesktop } from "../testing/memory-desktop.ts";
import { GETTER_TYPES } from "./registry.ts";

const FILES = [{ name: "gold.txt", bytes: bytesOf("gold") }];
const NOTES = { "/home/user/Notes/a.txt": "a", "/home/user/Notes/sub/b.txt": "b" };

function get(getter: { type: string } & Record<string, unknown>, given: MemoryDesktop = {}) {
  const type = GETTER_TYPES.get(getter.type);
  if (!type) throw new Error(`there is no getter ${getter.type}`);
  expect(type.check(getter)).toEqual([]);
  const signal = new AbortController().signal;
  return type.get(getter, { desktop: memoryDesktop(given), files: FILES, signal });
}

test("vm_file gives the file, or says that there is none", async () => {
  const found = await get(
    { type: "vm_file", path: "/home/user/Notes/a.txt", dest: "a.txt" },
    { files: NOTES },
  );
  expect(found).toEqual({ kind: "file", path: "/home/user/Notes/a.txt", bytes: bytesOf("a") });
  const missing = { kind: "missing", reason: "there is no file /home/user/Notes/c.txt" };
  expect(await get({ type: "vm_file", path: "/home/user/Notes/c.txt" }, { files: NOTES })).toEqual(missing);
  expect(await get({ type: "vm_file", path: "/nowhere/c.txt" })).toMatchObject({ kind: "missing" });
});

test("vm_file waits until a file that is being written stands still", async () => {
  const desktop = memoryDesktop({ files: { "/home/user/slow.txt": "" } });
  let looks = 0;
  const { list } = desktop.files;
  desktop.files.list = async (path, options) => {
    looks += 1;
    if (looks < 4) await desktop.files.write("/home/user/slow.txt", bytesOf("x".repeat(looks)));
    return list(path, options);
  };
  const signal = new AbortController().signal;
  const vmFile = GETTER_TYPES.get("vm_file");
  const value = await vmFile?.get(
    { type: "vm_file", path: "/home/user/slow.txt" },
    { desktop, files: [], signal },
  );
  expect(value).toMatchObject({ kind: "file", bytes: bytesOf("xxx") });
});

test("vm_command_line gives what was printed, whatever the exit code", async () => {
  const run = () => ({ stdout: "644\n", exitCode: 1 });
  const value = await get({ type: "vm_command_line", command: ["stat", "-c", "%a", "x"] }, { run });
  expect(value).toEqual({ kind: "text", text: "644\n", what: "output of `stat -c %a x`" });
});

test("list_directory gives paths below the folder, or says that there is none", async () => {
  const value = await get({ type: "list_directory", path: "/home/user/Notes/" }, { files: NOTES });
  const entries = [
    { path: "a.txt", kind: "file" },
    { path: "sub/b.txt", kind: "file" },
  ];
  expect(value).toEqual({ kind: "listing", path: "/home/user/Notes", entries });
  expect(await get({ type: "list_directory", path: "/home/user/Else" })).toMatchObject({ kind: "missing" });
});

test("a fault of the desktop is no missing file", async () => {
  const desktop = memoryDesktop({});
  desktop.files.list = () => Promise.reject(new AppError("guest_unreachable", "gone"));
  const context = { desktop, files: [], signal: new AbortController().signal };
  for (const type of ["vm_file", "list_directory"]) {
    const value = GETTER_TYPES.get(type)?.get({ type, path: "/home/user/a" }, context);
    await expect(value).rejects.toMatchObject({ code: "guest_unreachable" });
  }
});

test("suite_file and cloud_file give files that came with the task", async () => {
  const file = { kind: "file", path: "gold.txt", bytes: bytesOf("gold") };
  expect(await get({ type: "suite_file", path: "gold.txt" })).toEqual(file);
  expect(await get({ type: "cloud_file", path: "https://example.org/x", dest: "gold.txt" })).toEqual(file);
  await expect(get({ type: "suite_file", path: "tin.txt" })).rejects.toMatchObject({
    code: "task_malformed",
  });
});

test("the desktop's own state", async () => {
  expect(await get({ type: "clipboard" })).toMatchObject({ text: "copied" });
  expect(await get({ type: "open_windows" }, { windows: ["Letter.docx"] })).toMatchObject({
    text: "writer\tLetter.docx",
  });
  expect(await get({ type: "accessibility_tree" })).toMatchObject({ text: "button\tSave\t" });
});
