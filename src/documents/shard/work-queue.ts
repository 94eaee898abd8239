/** One thing after another: the operations of a shard, in the order in which they came. */
export class WorkQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #running: string | undefined;

  /** What runs now, in a word; undefined for nothing. */
  get running(): string | undefined {
    return this.#running;
  }

  /** Runs `work` when all that was asked for before is done; a failure concerns its caller only. `what` names it. */
  run<T>(what: string, work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(async () => {
      this.#running = what;
      try {
        return await work();
      } finally {
        this.#running = undefined;
      }
    });
    this.#tail = done.catch(() => undefined);
    return done;
  }

  /** Resolves when nothing that was asked for before runs any more. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
