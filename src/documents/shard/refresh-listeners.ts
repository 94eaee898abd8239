/** Who waits for the next refresh (refresh=wait_for). */
export class RefreshListeners {
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#waiting.length;
  }

  /** Resolves with the next refresh. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** All see what they waited for. */
  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
