import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ArchiveFile {
  path: string;
  bytes: Uint8Array;
}

/** Pictures are compressed already. */
const STORED = /\.(png|jpe?g|webp)$/;

/**
 * A ZIP archive of `files`. The next file is asked for when the one before has been written, so two are in memory at
 * a time. A failure of `files` destroys the stream: nobody takes half an archive for a whole one.
 */
export function zipStream(files: AsyncIterable<ArchiveFile>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  addAll(zip, files).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

async function addAll(zip: ZipFile, files: AsyncIterable<ArchiveFile>): Promise<void> {
  for await (const { path, bytes } of files) {
    await new Promise<void>((resolve) => {
      zip.addReadStreamLazy(path, { compress: !STORED.test(path), size: bytes.byteLength }, (give) => {
        give(null, Readable.from([Buffer.from(bytes)]));
        resolve();
      });
    });
  }
}
