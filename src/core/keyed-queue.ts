/** Runs tasks by key: those of one key one after another in order of arrival; keys do not wait for each other. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Resolves when all work queued so far under a key is done; undefined when there is none. */
  pending(key: string): Promise<unknown> | undefined {
    return this.#tails.get(key);
  }

  /** Runs `work` after all earlier work of its key; a failure affects only its caller. */
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
