/**
 * The hot path of indexing with a language analyzer: results are cached by the bytes of a word, so that a repeated word
 * is neither decoded nor stemmed again.
 */
import type { TokenTarget } from "../analyzer.ts";

/** Cached words; a full cache is cleared. */
const MAX_WORDS = 8192;
/** Twice as many slots, which keeps probe sequences short. */
const SLOTS = MAX_WORDS * 2;
/** Longer words are not cached. */
const MAX_WORD_BYTES = 64;
/** Room for every word and its result. */
const ARENA_BYTES = MAX_WORDS * MAX_WORD_BYTES;

/** The result for a word; undefined drops the word and leaves a hole. */
export type ChangeWord = (word: string) => string | undefined;

/** Receives the tokens of the standard analyzer and forwards their results. */
export class WordMemo implements TokenTarget {
  readonly #change: ChangeWord;
  #target: TokenTarget | undefined;
  #kept = 0;
  /** Number of the entry plus 1; 0 is free. */
  readonly #slots = new Uint16Array(SLOTS);
  readonly #hashes = new Int32Array(MAX_WORDS);
  /**
   * Per entry: start of its word in the arena, length of the word in bytes, and length of the result after it, -1 when
   * the word is dropped.
   */
  readonly #starts = new Int32Array(MAX_WORDS);
  readonly #wordBytes = new Int16Array(MAX_WORDS);
  readonly #changedBytes = new Int16Array(MAX_WORDS);
  readonly #arena = Buffer.allocUnsafe(ARENA_BYTES);
  #entries = 0;
  #arenaEnd = 0;

  constructor(change: ChangeWord) {
    this.#change = change;
  }

  /** Runs `send` with this as its target; returns how many tokens reached `target`. */
  collect(target: TokenTarget, send: (memo: TokenTarget) => void): number {
    this.#target = target;
    this.#kept = 0;
    send(this);
    this.#target = undefined;
    return this.#kept;
  }

  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void {
    const length = to - from;
    if (length > MAX_WORD_BYTES) {
      this.#addChanged(field, bytes, from, to, position);
      return;
    }
    // FNV-1a.
    let hash = 0x811c9dc5;
    for (let index = from; index < to; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.#isWord(entry - 1, bytes, from, length)) {
        this.#addKnown(entry - 1, field, position);
        return;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    const entry = this.#remember(hash, slot, bytes, from, to);
    if (entry < 0) this.#addChanged(field, bytes, from, to, position);
    else this.#addKnown(entry, field, position);
  }

  #isWord(entry: number, bytes: Uint8Array, from: number, length: number): boolean {
    if (this.#wordBytes[entry] !== length) return false;
    const start = this.#starts[entry]!;
    for (let index = 0; index < length; index++) if (this.#arena[start + index] !== bytes[from + index]) return false;
    return true;
  }

  #addKnown(entry: number, field: number, position: number): void {
    const changed = this.#changedBytes[entry]!;
    if (changed < 0) return;
    const start = this.#starts[entry]! + this.#wordBytes[entry]!;
    this.#target!.addTerm(field, this.#arena, start, start + changed, position);
    this.#kept++;
  }

  /** Returns the new entry; -1 when the result is too long to cache. */
  #remember(hash: number, slot: number, bytes: Uint8Array, from: number, to: number): number {
    const changed = this.#change(wordOf(bytes, from, to));
    const changedBytes = changed === undefined ? -1 : Buffer.byteLength(changed);
    if (changedBytes > MAX_WORD_BYTES) return -1;
    let free = slot;
    if (this.#entries === MAX_WORDS || this.#arenaEnd + 2 * MAX_WORD_BYTES > ARENA_BYTES) {
      this.#slots.fill(0);
      this.#entries = 0;
      this.#arenaEnd = 0;
      free = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    }
    const entry = this.#entries++;
    this.#slots[free] = entry + 1;
    this.#hashes[entry] = hash;
    this.#starts[entry] = this.#arenaEnd;
    this.#wordBytes[entry] = to - from;
    this.#changedBytes[entry] = changedBytes;
    this.#arena.set(bytes.subarray(from, to), this.#arenaEnd);
    this.#arenaEnd += to - from;
    if (changed !== undefined) this.#arenaEnd += this.#arena.write(changed, this.#arenaEnd, "utf8");
    return entry;
  }

  #addChanged(field: number, bytes: Uint8Array, from: number, to: number, position: number): void {
    const changed = this.#change(wordOf(bytes, from, to));
    if (changed === undefined) return;
    const changedBytes = Buffer.from(changed, "utf8");
    this.#target!.addTerm(field, changedBytes, 0, changedBytes.length, position);
    this.#kept++;
  }
}

function wordOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
}
