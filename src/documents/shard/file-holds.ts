/**
 * Files of shards that somebody copies: they stay until they are released, whatever flushes and merges put in their
 * place. Paths are those of the store.
 */
export class FileHolds {
  readonly #holds = new Map<number, readonly string[]>();
  readonly #holders = new Map<string, number>();
  #last = 0;

  /** The number of a new hold, by which its files are released. */
  begin(): number {
    this.#holds.set(++this.#last, []);
    return this.#last;
  }

  add(hold: number, paths: readonly string[]): void {
    for (const path of paths) this.#holders.set(path, (this.#holders.get(path) ?? 0) + 1);
    this.#holds.set(hold, [...(this.#holds.get(hold) ?? []), ...paths]);
  }

  release(hold: number): void {
    for (const path of this.#holds.get(hold) ?? []) {
      const left = (this.#holders.get(path) ?? 1) - 1;
      if (left > 0) this.#holders.set(path, left);
      else this.#holders.delete(path);
    }
    this.#holds.delete(hold);
  }

  /** The files below a folder that are held. */
  below(folder: string): string[] {
    if (this.#holders.size === 0) return [];
    return [...this.#holders.keys()].filter((path) => path.startsWith(`${folder}/`));
  }
}
