import { BlobHash } from "@deskrl/domain";
import { z } from "zod";

/** As much of a record as names pictures: a whole one is large, and this is asked of each. */
const Named = z.object({
  step: z.object({ observation: z.object({ screenshot: z.string().nullable() }) }).optional(),
  finalScreenshot: z.string().nullable().optional(),
});

/** Hashes of the pictures that a record, given as JSON text, refers to; one that is drawn later is no file. */
export function blobsOf(recordJson: string): string[] {
  const { step, finalScreenshot } = Named.parse(JSON.parse(recordJson));
  return [step?.observation.screenshot, finalScreenshot]
    .filter((name) => BlobHash.safeParse(name).success)
    .flatMap((name) => name ?? []);
}
