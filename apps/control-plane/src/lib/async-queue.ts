/** A queue that one reader takes from with `for await`. Writers may wait until what they wrote was taken. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #items: { value: T }[] = [];
  #closed = false;
  #wakeReader: (() => void) | null = null;
  #drained: (() => void)[] = [];

  get closed(): boolean {
    return this.#closed;
  }

  /** Items that nobody has taken yet. */
  get size(): number {
    return this.#items.length;
  }

  /** Adds an item; false when the queue is closed and the item was dropped. */
  push(item: T): boolean {
    if (this.#closed) return false;
    this.#items.push({ value: item });
    this.#wake();
    return true;
  }

  /** Adds an item and resolves once the reader has come back for more: back-pressure. */
  async send(item: T): Promise<void> {
    if (!this.push(item)) return;
    await new Promise<void>((resolve) => this.#drained.push(resolve));
  }

  /** The reader gets what is still there and then ends. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#wake();
    this.#releaseWriters();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        for (let item = this.#items.shift(); item; item = this.#items.shift()) yield item.value;
        this.#releaseWriters();
        if (this.#closed) return;
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve;
        });
      }
    } finally {
      this.close();
      this.#items.length = 0;
    }
  }

  #wake(): void {
    this.#wakeReader?.();
    this.#wakeReader = null;
  }

  #releaseWriters(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}
