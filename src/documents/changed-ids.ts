/**
 * Which documents have changed since a searcher was made, in shared memory: whoever has the searcher reads all others
 * from it, and asks for these. It may name others too, never one too few: each id stands for one of some thousand bits.
 */
const BITS = 16_384;
const WORD_BITS = 32;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Written by the thread that writes, read by all. */
export class ChangedIds {
  readonly #words: Int32Array<SharedArrayBuffer>;
  #isEmpty = true;

  constructor(buffer = new SharedArrayBuffer(BITS / 8)) {
    this.#words = new Int32Array(buffer);
  }

  get buffer(): SharedArrayBuffer {
    return this.#words.buffer;
  }

  /** Whether nothing was added by this thread. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** To be called before an operation is acknowledged to anybody. */
  add(id: string): void {
    this.#isEmpty = false;
    const bit = bitOf(id);
    Atomics.or(this.#words, Math.floor(bit / WORD_BITS), 1 << (bit % WORD_BITS));
  }

  /** Nothing can be read any more from whatever these belong to. */
  addAll(): void {
    this.#isEmpty = false;
    for (let at = 0; at < this.#words.length; at++) Atomics.store(this.#words, at, -1);
  }

  mayHave(id: string): boolean {
    const bit = bitOf(id);
    return (Atomics.load(this.#words, Math.floor(bit / WORD_BITS)) & (1 << (bit % WORD_BITS))) !== 0;
  }
}

/** FNV-1a. */
function bitOf(id: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), FNV_PRIME);
  return (hash ^ (hash >>> 16)) & (BITS - 1);
}
