/** Keeps the answers of what was done by id, so that a repeated id is answered and not done again. */
export class Answers<T extends { replayed: boolean }> {
  readonly #answers = new Map<string, Promise<T>>();
  readonly #most: number;

  constructor(most = 2_000) {
    this.#most = most;
  }

  /** Runs it the first time; later, and while the first still runs, the same answer comes back as replayed. */
  async once(id: string, run: () => Promise<T>): Promise<T> {
    const before = this.#answers.get(id);
    if (before) return { ...(await before), replayed: true };
    const answer = run();
    this.#answers.set(id, answer);
    if (this.#answers.size > this.#most) {
      const oldest = this.#answers.keys().next().value;
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    return answer;
  }
}
