import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { newId } from "@deskrl/domain";
import { expect, test } from "vitest";
import { finishedRecord, stepRecord } from "../testing/records.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createTestLog } from "../testing/test-log.ts";
import { Journal } from "./journal.ts";

const shell = promisify(execFile);

/** A real file system of 3 MiB, which takes the right to mount one. */
async function withSmallDisk(fn: (dir: string) => Promise<void>): Promise<void> {
  const dir = await temporaryDirectory();
  await shell("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", dir]);
  try {
    await fn(dir);
  } finally {
    await shell("umount", ["-l", dir]);
  }
}

test.skipIf(process.getuid?.() !== 0)(
  "on a full disk a step is refused with what to do, and the end of the episode still finds room",
  () =>
    withSmallDisk(async (dir) => {
      const journal = await Journal.open({
        dir: join(dir, "journal"),
        keepDone: false,
        log: createTestLog().log,
      });
      const episodeId = newId("episode");
      const { record } = await journal.begin({ episodeId, epoch: 1n });
      await record(stepRecord(episodeId, 0));
      await writeFile(join(dir, "filler"), Buffer.alloc(4 * 1024 * 1024)).catch(() => {});
      let recorded = 1;
      const fill = async () => {
        for (; recorded < 100; recorded += 1) await record(stepRecord(episodeId, recorded));
      };
      await expect(fill()).rejects.toMatchObject({
        code: "disk_full",
        where: join(dir, "journal"),
        fix: expect.stringContaining("Free some space"),
      });
      await record(finishedRecord());
      await journal.close();
      const again = await Journal.open({
        dir: join(dir, "journal"),
        keepDone: false,
        log: createTestLog().log,
      });
      expect(again.undelivered).toMatchObject([{ episodeId, length: recorded + 1 }]);
      await again.close();
    }),
);
