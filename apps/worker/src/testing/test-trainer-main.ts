import { truncateSync } from "node:fs";
import { TrainerMessage } from "@deskrl/protocol";
import { runAsChild } from "../trainer/run-as-child.ts";
import { testBackend } from "./test-trainer.ts";

/** With `cut` as its argument its checkpoints lose half of their bytes after they were written. */
const cut = process.argv.includes("cut");
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
  if (cut && typeof chunk === "string" && chunk.startsWith('{"type":"checkpoint"')) {
    const message = TrainerMessage.parse(JSON.parse(chunk));
    if (message.type === "checkpoint") truncateSync(message.file.path, Math.floor(message.file.bytes / 2));
  }
  return Reflect.apply(write, process.stdout, [chunk, ...rest]);
};

await runAsChild(testBackend);
