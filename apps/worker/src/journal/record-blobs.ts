import { JournalRecord } from "@deskrl/protocol";

/** Hashes of the pictures that a record, given as JSON text, refers to. */
export function blobsOf(recordJson: string): string[] {
  const record = JournalRecord.parse(JSON.parse(recordJson));
  if (record.kind === "state") return [];
  const hash = record.kind === "step" ? record.step.observation.screenshot : record.finalScreenshot;
  return hash === null ? [] : [hash];
}
