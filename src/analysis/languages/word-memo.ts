/**
 * The hot path of indexing with a language's analyzer: what becomes of a word is remembered by its bytes, so that a
 * word that was seen before is neither decoded nor stemmed again.
 */
import type { TokenTarget } from "../analyzer.ts";

/** Words that are remembered; when they are too many it begins again. */
const MAX_WORDS = 8192;
/** Twice as many slots, so that searching one ends soon. */
const SLOTS = MAX_WORDS * 2;
/** Longer words are not remembered. */
const MAX_WORD_BYTES = 64;
/** Room for every word and what becomes of it. */
const ARENA_BYTES = MAX_WORDS * MAX_WORD_BYTES;

/** What becomes of a word; undefined drops it, and leaves a hole. */
export type ChangeWord = (word: string) => string | undefined;

/** Takes the tokens of the standard analyzer and hands on what becomes of them. */
export class WordMemo implements TokenTarget {
  readonly #change: ChangeWord;
  #target: TokenTarget | undefined;
  #kept = 0;
  /** Number of the entry plus 1; 0 is free. */
  readonly #slots = new Uint16Array(SLOTS);
  readonly #hashes = new Int32Array(MAX_WORDS);
  /**
   * Of each entry: where its word begins in the arena, the word's bytes, and those of what becomes of it behind, -1
   * when it is dropped.
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

  /** Runs `send` with this as its target; answers how many tokens reached `target`. */
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

  /** Answers the new entry; -1 when what becomes of the word is too long to remember. */
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
