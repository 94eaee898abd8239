/** One thing after another: the operations of a shard, in the order in which they came. */
export class WorkQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all that was asked for before is done; a failure concerns its caller only. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  /** Resolves when nothing that was asked for before runs any more. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
