import { AppError } from "@deskrl/domain";

/** Reads a stream of chunks by exact lengths first, and as chunks afterwards. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #name: string;
  #pending: Buffer = Buffer.alloc(0);

  /** @param name who is at the other end, for messages */
  constructor(source: AsyncIterable<Uint8Array>, name: string) {
    this.#source = source[Symbol.asyncIterator]();
    this.#name = name;
  }

  /** @throws AppError `guest_error` when the stream ends before `length` bytes came */
  async read(length: number): Promise<Buffer> {
    while (this.#pending.length < length) {
      const next = await this.#source.next();
      if (next.done)
        throw new AppError(
          "guest_error",
          `The ${this.#name} closed the connection in the middle of its greeting.`,
          {
            where: this.#name,
          },
        );
      this.#pending = Buffer.concat([this.#pending, next.value]);
    }
    const bytes = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return bytes;
  }

  /** What was not read yet, then each further chunk as it comes; null at the end of the stream. */
  async next(): Promise<Uint8Array | null> {
    if (this.#pending.length > 0) {
      const rest = this.#pending;
      this.#pending = Buffer.alloc(0);
      return rest;
    }
    const next = await this.#source.next();
    return next.done ? null : next.value;
  }
}
