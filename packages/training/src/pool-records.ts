import { decodeCheckpoint, encodeCheckpoint, type PoolMember } from "@deskrl/learning";
import { z } from "zod";

/** A success, as little of it as a replay needs. */
export interface PoolRecord extends PoolMember {
  taskKey: string;
  policyVersion: number;
  /** Index of the action taken among the candidates of each step, and a check of its code. */
  chosen: readonly number[];
  codeHashes: readonly number[];
}

const Header = z.object({ format: z.literal("pool"), records: z.number(), tasks: z.array(z.string()) });

/** All records as one block of bytes with a hash. */
export function encodePool(records: readonly PoolRecord[]): Uint8Array {
  const tasks = [...new Set(records.map(({ taskKey }) => taskKey))];
  const numberOf = new Map(tasks.map((key, index) => [key, index]));
  const words: number[] = [];
  for (const { taskKey, policyVersion, chosen, codeHashes } of records) {
    words.push(numberOf.get(taskKey) ?? 0, policyVersion, chosen.length);
    chosen.forEach((index, step) => {
      words.push(index, codeHashes[step] ?? 0);
    });
  }
  const data = new Uint8Array(Uint32Array.from(words).buffer);
  return encodeCheckpoint({ header: { format: "pool", records: records.length, tasks }, arrays: { data } });
}

/** @throws AppError `checkpoint_invalid` for cut or altered bytes */
export function decodePool(bytes: Uint8Array): PoolRecord[] {
  const { header, arrays } = decodeCheckpoint(bytes);
  const { records: count, tasks } = Header.parse(header);
  const data = arrays.data ?? new Uint8Array();
  const words = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  const records: PoolRecord[] = [];
  let at = 0;
  while (records.length < count) {
    const [task = 0, policyVersion = 0, length = 0] = words.subarray(at, at + 3);
    at += 3;
    const chosen: number[] = [];
    const codeHashes: number[] = [];
    for (let step = 0; step < length; step++) {
      chosen.push(words[at++] ?? 0);
      codeHashes.push(words[at++] ?? 0);
    }
    records.push({ taskKey: tasks[task] ?? "", policyVersion, chosen, codeHashes });
  }
  return records;
}
