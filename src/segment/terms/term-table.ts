/**
 * Interns the terms of one field: bytes to dense numbers, in order of first occurrence. Open addressing over a byte
 * arena.
 */
import type { MemoryTally } from "../memory/growing-arrays.ts";

const FIRST_SLOTS = 16;
const FIRST_ARENA_BYTES = 64;

/** The growing dictionary of a field that is being indexed. */
export class TermTable {
  /** Number of terms. */
  count = 0;
  /** The bytes of all terms back to back. */
  arena = new Uint8Array(0);
  /** u32[count + 1]: where each term starts in the arena. */
  starts = new Uint32Array(1);
  private hashes = new Int32Array(0);
  /** Term number + 1; 0 is free. At most half full. */
  private slots = new Uint32Array(0);
  private readonly tally: MemoryTally;

  constructor(tally: MemoryTally) {
    this.tally = tally;
  }

  /** Number of the term `bytes[from..to)`, assigned if it is new. */
  intern(bytes: Uint8Array, from: number, to: number): number {
    if (this.count * 2 >= this.slots.length) this.rehash();
    let hash = (to - from) | 0;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x5bd1e995) ^ (hash >>> 15);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash ^= hash >>> 13;
    const { slots, hashes, starts, arena } = this;
    const mask = slots.length - 1;
    const length = to - from;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]!;
      if (entry === 0) {
        slots[slot] = this.count + 1;
        return this.append(bytes, from, to, hash);
      }
      const term = entry - 1;
      if (hashes[term] !== hash) continue;
      const start = starts[term]!;
      if (starts[term + 1]! - start !== length) continue;
      let i = 0;
      while (i < length && arena[start + i] === bytes[from + i]) i++;
      if (i === length) return term;
    }
  }

  private append(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const term = this.count;
    const start = this.starts[term]!;
    const end = start + to - from;
    if (end > this.arena.length) this.growArena(end);
    if (term + 2 > this.starts.length || term + 1 > this.hashes.length) this.growTerms();
    const arena = this.arena;
    for (let i = from, at = start; i < to; i++, at++) arena[at] = bytes[i]!;
    this.starts[term + 1] = end;
    this.hashes[term] = hash;
    this.count = term + 1;
    return term;
  }

  private growArena(atLeast: number): void {
    const grown = new Uint8Array(Math.max(FIRST_ARENA_BYTES, this.arena.length * 2, atLeast));
    grown.set(this.arena);
    this.tally.bytes += grown.length - this.arena.length;
    this.arena = grown;
  }

  private growTerms(): void {
    const length = Math.max(FIRST_SLOTS, this.hashes.length * 2);
    const hashes = new Int32Array(length);
    hashes.set(this.hashes);
    const starts = new Uint32Array(length + 1);
    starts.set(this.starts);
    this.tally.bytes += hashes.byteLength + starts.byteLength - this.hashes.byteLength - this.starts.byteLength;
    this.hashes = hashes;
    this.starts = starts;
  }

  private rehash(): void {
    const slots = new Uint32Array(Math.max(FIRST_SLOTS, this.slots.length * 2));
    const mask = slots.length - 1;
    for (let term = 0; term < this.count; term++) {
      let slot = this.hashes[term]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = term + 1;
    }
    this.tally.bytes += slots.byteLength - this.slots.byteLength;
    this.slots = slots;
  }
}
