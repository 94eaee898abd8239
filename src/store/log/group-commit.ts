/** Group commit: one sync serves all callers who wait; those who come while one runs share the next. */

interface Group {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

export class GroupCommit {
  readonly #sync: () => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #waiting: Group | undefined;
  #running = false;

  /** `onFailure` runs after a failed sync, before any caller learns of it. */
  constructor(sync: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#sync = sync;
    this.#onFailure = onFailure;
  }

  /** Resolves after a sync that started after this call. A failed sync also rejects those who wait for the next one. */
  request(): Promise<void> {
    const group = (this.#waiting ??= newGroup());
    if (!this.#running) {
      this.#running = true;
      // Deferred, so that appends in the same turn are included.
      queueMicrotask(() => void this.#run());
    }
    return group.promise;
  }

  async #run(): Promise<void> {
    for (let group = this.#take(); group; group = this.#take()) {
      try {
        await this.#sync();
        group.resolve();
      } catch (error) {
        const next = this.#take();
        this.#onFailure(error);
        group.reject(error);
        next?.reject(error);
      }
    }
    this.#running = false;
  }

  #take(): Group | undefined {
    const group = this.#waiting;
    this.#waiting = undefined;
    return group;
  }
}

function newGroup(): Group {
  let resolve = (): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
