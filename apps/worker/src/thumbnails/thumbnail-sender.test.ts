import type { Desktop, Screenshot } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestLog } from "../testing/test-log.ts";
import { ThumbnailSender } from "./thumbnail-sender.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const PICTURE: Screenshot = {
  bytes: new Uint8Array([1, 2, 3]),
  mediaType: "image/jpeg",
  screen: { width: 1280, height: 720 },
  image: { width: 320, height: 180 },
};

function setUp(screenshot: (environmentId: string) => Promise<Screenshot> = async () => PICTURE) {
  const asked: { environmentId: string; width: number | undefined; format: string | undefined }[] = [];
  const sent: string[] = [];
  const sender = new ThumbnailSender({
    desktopOf: (environmentId) => {
      if (environmentId === "env_gone") throw new AppError("not_found", "gone");
      const double: Pick<Desktop, "screenshot"> = {
        screenshot: ({ width, format } = {}) => {
          asked.push({ environmentId, width, format });
          return screenshot(environmentId);
        },
      };
      return double as Desktop;
    },
    send: async ({ environmentId }) => sent.push(environmentId),
    log: createTestLog().log,
  });
  return { sender, asked, sent };
}

test("only desktops that someone sees are pictured, once a second at most, in the width that was asked for", async () => {
  const { sender, asked, sent } = setUp();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
  sender.watch({ environmentIds: ["env_a", "env_b"], width: 240, intervalMs: 10 });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(sent).toEqual(["env_a", "env_b", "env_a", "env_b", "env_a", "env_b"]);
  expect(asked[0]).toEqual({ environmentId: "env_a", width: 240, format: "jpeg" });
  sender.watch({ environmentIds: [], width: 240, intervalMs: 1_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(6);
});

test("a slow desktop is not asked again while its last picture is being made, and holds up no other", async () => {
  let finish = () => {};
  const slow = new Promise<Screenshot>((resolve) => {
    finish = () => resolve(PICTURE);
  });
  const { sender, asked, sent } = setUp((id) => (id === "env_slow" ? slow : Promise.resolve(PICTURE)));
  sender.watch({ environmentIds: ["env_slow", "env_gone", "env_a"], width: 320, intervalMs: 1_000 });
  await vi.advanceTimersByTimeAsync(3_500);
  expect(asked.filter(({ environmentId }) => environmentId === "env_slow")).toHaveLength(1);
  expect(sent).toEqual(["env_a", "env_a", "env_a", "env_a"]);
  finish();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.filter(({ environmentId }) => environmentId === "env_slow")).toHaveLength(2);
  sender.stop();
});
