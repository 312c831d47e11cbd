/** An unbounded queue that is read with `for await`. Pushing after the end does nothing and says so. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #wake: () => void = () => {};
  #ended = false;

  /** False when the queue has ended, so that the sender knows it was not taken. */
  push(item: T): boolean {
    if (this.#ended) return false;
    this.#items.push(item);
    this.#wake();
    return true;
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) yield item;
      else if (this.#ended) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
