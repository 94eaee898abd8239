/**
 * The descriptors that a thread has open for reading: a process may have few of them but very many files. The least
 * recently used one is closed to make room, and reopened when it is read again.
 */
import { closeSync, openSync } from "node:fs";

/** Maximum open at the same time in each thread. */
export const MAX_OPEN = 128;

export class OpenDescriptors {
  readonly #limit: number;
  /** By owner, least recently used first. */
  readonly #open = new Map<object, number>();

  constructor(limit = MAX_OPEN) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#open.size;
  }

  /** A descriptor of the file, to be used immediately. Throws the system's error when the file cannot be opened. */
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

  /** Closes the descriptor of an owner that no longer needs its file. */
  close(owner: object): void {
    const descriptor = this.#open.get(owner);
    if (descriptor === undefined) return;
    this.#open.delete(owner);
    closeSync(descriptor);
  }
}
