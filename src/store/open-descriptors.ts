/**
 * The descriptors that a thread has open for reading: a process has few of them, and may have very many files. The one
 * not used for longest is closed for the next one, and opened again when it is read again.
 */
import { closeSync, openSync } from "node:fs";

/** Open at the same time in each thread. */
export const MAX_OPEN = 128;

export class OpenDescriptors {
  readonly #limit: number;
  /** By owner, the one used last at the end. */
  readonly #open = new Map<object, number>();

  constructor(limit = MAX_OPEN) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#open.size;
  }

  /** A descriptor of the file, to be used at once. Throws the system's error when the file cannot be opened. */
  of(owner: object, path: string): number {
    const known = this.#open.get(owner);
    if (known !== undefined) {
      this.#open.delete(owner);
      this.#open.set(owner, known);
      return known;
    }
    if (this.#open.size >= this.#limit) {
      const [oldest] = this.#open.keys();
      if (oldest) this.close(oldest);
    }
    const descriptor = openSync(path, "r");
    this.#open.set(owner, descriptor);
    return descriptor;
  }

  /** The owner has no more use for its file. */
  close(owner: object): void {
    const descriptor = this.#open.get(owner);
    if (descriptor === undefined) return;
    this.#open.delete(owner);
    closeSync(descriptor);
  }
}
