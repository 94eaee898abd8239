/**
 * Work by key: what belongs to one key runs one after another in the order in which it came, keys do not wait for each
 * other.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Resolves when all that was asked for so far under a key is done; undefined when nothing is on its way. */
  pending(key: string): Promise<unknown> | undefined {
    return this.#tails.get(key);
  }

  /** Runs `work` when all that was asked for before under its key is done; a failure concerns its caller only. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const done = (this.#tails.get(key) ?? Promise.resolve()).then(work);
    const tail = done
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
    return done;
  }
}
