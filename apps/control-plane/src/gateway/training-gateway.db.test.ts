import { createHash, randomBytes } from "node:crypto";
import { Code } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";

let cp: ControlPlaneResource;
beforeAll(async () => {
  cp = await controlPlaneResource();
});
afterEach(() => cp.clear());
afterAll(() => cp.stop());

async function worker() {
  const stub = await cp.startWorker({ desktops: 0 });
  await stub.take("registered");
  return stub;
}

function* chunks(hash: string, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 100_000)
    yield { hash: at === 0 ? hash : "", mediaType: "", data: bytes.subarray(at, at + 100_000) };
}

async function* asStream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

describe("a blob that is too large for one message", () => {
  const bytes = randomBytes(1_000_003);
  const hash = createHash("sha256").update(bytes).digest("hex");

  test("comes in chunks, twice without harm, and goes out the same", async () => {
    const { client } = await worker();
    for (let times = 0; times < 2; times++) await client.putLargeBlob(asStream(chunks(hash, bytes)));
    const received: Uint8Array[] = [];
    for await (const { data } of client.getBlob({ hash })) received.push(data);
    expect(Buffer.concat(received).equals(bytes)).toBe(true);
  });

  test("is refused when its bytes are not what the hash says, and one that is not there is said not to be", async () => {
    const { client } = await worker();
    const cut = client.putLargeBlob(asStream(chunks("0".repeat(64), bytes.subarray(0, 500_000))));
    await expect(cut).rejects.toMatchObject({ code: Code.InvalidArgument });
    const missing = client.getBlob({ hash: "1".repeat(64) })[Symbol.asyncIterator]();
    await expect(missing.next()).rejects.toMatchObject({ code: Code.NotFound });
  });
});

test("a training job that two workers ask for is one worker's, and the other is fenced", async () => {
  const [one, two] = [await worker(), await worker()];
  const suite = { seed: 1, trainTasks: 8, heldOutTasks: 8 };
  await cp.program.training.create.mutate({ suite });
  const asked = [one, two].map(async (stub) => {
    const { jobId, epoch } = await stub.client.leaseTrainingJob(
      { workerId: stub.workerId },
      { timeoutMs: 30_000 },
    );
    return { stub, jobId, epoch };
  });
  const { stub: holder, jobId, epoch } = await Promise.race(asked);
  const other = holder === one ? two : one;
  const ready = JSON.stringify({ type: "ready", plannedSteps: 3, restored: null });
  const report = ({ client, workerId }: typeof one) =>
    client.reportTraining({ workerId, jobId, epoch, messagesJson: [ready] });
  expect(await report(other)).toMatchObject({ fenced: true });
  expect(await report(holder)).toMatchObject({ fenced: false, desiredState: "running", storedReports: 0 });
  await Promise.allSettled(asked);
});
