/** Work that takes long, beside whoever begins it: each piece has a key, and a few run at once. */

export class LongWork {
  readonly #mostAtOnce: number;
  /** What was begun and has not ended, by key. */
  readonly #begun = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isClosed = false;

  constructor(mostAtOnce: number) {
    this.#mostAtOnce = mostAtOnce;
  }

  /** Whether the work of a key was begun and has not ended. */
  has(key: string): boolean {
    return this.#begun.has(key);
  }

  get isIdle(): boolean {
    return this.#begun.size === 0;
  }

  /**
   * Does the work of a key as soon as there is room, unless it is under way. It tells by itself how it ends, and must
   * not reject. `after` is called when the key is free again.
   */
  begin(key: string, work: () => Promise<void>, after: () => void = () => undefined): void {
    if (this.#isClosed || this.#begun.has(key)) return;
    this.#begun.set(
      key,
      this.#room()
        .then(() => (this.#isClosed ? undefined : work()))
        .finally(() => {
          this.#begun.delete(key);
          this.#running--;
          this.#waiting.shift()?.();
          after();
        }),
    );
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#begun.size > 0) await Promise.all(this.#begun.values());
  }

  /** Begins nothing any more, and waits for what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.idle();
  }

  async #room(): Promise<void> {
    if (this.#running >= this.#mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
  }
}
