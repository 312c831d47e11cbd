import { AppError, TaskDefinition } from "@deskrl/domain";
import { expect, test } from "vitest";
import { readWorkbook } from "./documents/workbook.ts";
import { setUpCause, setUpTask } from "./set-up-task.ts";
import { type MemoryDesktop, memoryDesktop } from "./testing/memory-desktop.ts";

const FILES = [{ name: "a.txt", bytes: new TextEncoder().encode("hello") }];

async function setUp(config: object[], desktop: MemoryDesktop = {}, signal = new AbortController().signal) {
  const evaluator = { func: "infeasible" };
  const task = TaskDefinition.parse({ id: "one", instruction: "Do it", config, evaluator });
  const log: string[] = [];
  const made = memoryDesktop({ ...desktop, log });
  await setUpTask({ task, files: FILES, desktop: made, signal });
  return { log, desktop: made };
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => new Error("it was set up"),
    (error: unknown) => AppError.from(error),
  );

test("steps are carried out in order", async () => {
  const files = [{ local_path: "a.txt", path: "/home/user/a.txt" }];
  const { log, desktop } = await setUp([
    { type: "upload_file", parameters: { files } },
    { type: "execute", parameters: { command: ["chmod", "600", "/home/user/a.txt"] } },
    { type: "open", parameters: { path: "/home/user/a.txt" } },
    { type: "activate_window", parameters: { window_name: "a.txt" } },
    { type: "close_window", parameters: { window_name: "a.txt" } },
  ]);
  expect(log).toEqual([
    "write /home/user/a.txt",
    "execute chmod 600 /home/user/a.txt",
    "open /home/user/a.txt",
    "activate a.txt",
    "close a.txt",
  ]);
  expect(new TextDecoder().decode(await desktop.files.read("/home/user/a.txt"))).toBe("hello");
});

test("files whose content stands in the task are written, a table as a workbook that can be read", async () => {
  const files = [
    { path: "/home/user/a.txt", text: "hello\n" },
    {
      path: "/home/user/b.xlsx",
      sheet: "R&D",
      rows: [
        ["Name", "<Count>"],
        ["Anna", 5],
        [null, 2.5],
      ],
    },
  ];
  const { log, desktop } = await setUp([{ type: "write_files", parameters: { files } }]);
  expect(log).toEqual(["write /home/user/a.txt", "write /home/user/b.xlsx"]);
  expect(new TextDecoder().decode(await desktop.files.read("/home/user/a.txt"))).toBe("hello\n");
  const { sheets } = await readWorkbook(await desktop.files.read("/home/user/b.xlsx"), "b.xlsx");
  expect(sheets.map(({ name }) => name)).toEqual(["R&D"]);
  const values = ["A1", "B1", "A2", "B2", "A3", "B3"].map((ref) => sheets[0]?.cell(ref).value);
  expect(values).toEqual(["Name", "<Count>", "Anna", 5, null, 2.5]);
});

test("an outage asks nothing of the desktop, and names an API that there is", async () => {
  expect((await setUp([{ type: "api_outage", parameters: { tool: "CalcTools" } }])).log).toEqual([]);
  const error = await failure(setUp([{ type: "api_outage", parameters: { tool: "Agent" } }]));
  expect(error).toMatchObject({ code: "task_malformed" });
});

test("a task for simulated desktops is not set up on a real one", async () => {
  const config = [{ type: "only_simulated", parameters: {} }];
  await setUp(config, { run: () => ({ exitCode: 1 }) });
  const error = await failure(setUp(config, { run: () => ({ exitCode: 0 }) }));
  expect(error.message).toContain("for simulated desktops only");
  expect(setUpCause(error)).toBe("setup_failed");
});

test("a command that fails ends set-up with its words", async () => {
  const run = () => ({ exitCode: 2, stderr: "no such folder" });
  const error = await failure(
    setUp([{ type: "execute", parameters: { command: "ls /x", shell: true } }], { run }),
  );
  expect(error).toMatchObject({ code: "action_failed", fix: "it said: no such folder" });
  expect(setUpCause(error)).toBe("setup_failed");
});

test("a command may be allowed other exit codes", async () => {
  const parameters = { command: "pkill chrome", shell: true, exit_codes: [0, 1] };
  const { log } = await setUp([{ type: "command", parameters }], { run: () => ({ exitCode: 1 }) });
  expect(log).toEqual(["execute pkill chrome"]);
});

test("a command that does not end fails", async () => {
  const parameters = { command: "sleep 99", shell: true, timeout: 1 };
  const error = await failure(setUp([{ type: "execute", parameters }], { run: () => ({ exitCode: null }) }));
  expect(error).toMatchObject({ message: expect.stringContaining("did not end within 1 s") });
});

test("a window that is not there fails, with those that are", async () => {
  const step = { type: "activate_window", parameters: { window_name: "Letter" } };
  const error = await failure(setUp([step], { windows: ["Budget.xlsx"] }));
  expect(error).toMatchObject({ fix: expect.stringContaining('"Budget.xlsx"') });
});

test("what is verified must come true", async () => {
  const verification = { command_success: "test -e /tmp/ready" };
  const parameters = { command: "start", shell: true, verification, max_wait_time: 0.3 };
  const run = (command: string) => ({ exitCode: command.startsWith("test") ? 1 : 0 });
  const error = await failure(setUp([{ type: "execute_with_verification", parameters }], { run }));
  expect(setUpCause(error)).toBe("setup_failed");
  let tries = 0;
  const later = (command: string) => ({ exitCode: command.startsWith("test") && tries++ < 1 ? 1 : 0 });
  await setUp([{ type: "execute_with_verification", parameters: { ...parameters, max_wait_time: 5 } }], {
    run: later,
  });
  expect(tries).toBe(2);
});

test("a file that did not come with the task is the task's fault", async () => {
  const files = [{ local_path: "b.txt", path: "/home/user/b.txt" }];
  const error = await failure(setUp([{ type: "upload_file", parameters: { files } }]));
  expect(setUpCause(error)).toBe("task_malformed");
});

test("a fault of the desktop keeps its name", async () => {
  expect(setUpCause(new AppError("guest_unreachable", "gone"))).toBe("guest_unreachable");
  expect(setUpCause(new AppError("guest_error", "odd"))).toBe("setup_failed");
  expect(setUpCause(new Error("bug"))).toBe("setup_failed");
});

test("an aborted set-up stops with the reason it was given", async () => {
  const controller = new AbortController();
  controller.abort(new AppError("cancelled", "stopped by a person"));
  const step = { type: "sleep", parameters: { seconds: 30 } };
  const error = await failure(setUp([step], {}, controller.signal));
  expect(error).toMatchObject({ code: "cancelled" });
});
