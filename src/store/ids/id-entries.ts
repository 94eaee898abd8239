/**
 * Entries of the id table: four u32 words back to back in one typed array.
 *
 * word 0: high half of the id's hash; word 1: low half; word 2: low 32 bits of the sequence number;
 * word 3: bits 0..20 its remaining bits, bit 30 always set (a free slot is 0), bit 31 set when the
 * entry cancels another: the one with the same hash and sequence number in an older run is superseded.
 */

export const ENTRY_WORDS = 4;
export const DEAD = 0x80000000;
export const USED = 0x40000000;
const SEQ_NO_HIGH = 0x1fffff;
const TWO_32 = 2 ** 32;

/** Bits 0..20 of word 3. */
export function seqNoHigh(seqNo: number): number {
  return Math.floor(seqNo / TWO_32);
}

/** Sequence number of the entry that starts at word `at`. */
export function seqNoAt(entries: Uint32Array, at: number): number {
  return (entries[at + 3]! & SEQ_NO_HIGH) * TWO_32 + entries[at + 2]!;
}

/** Whether the entry cancels another one. */
export function isDead(entries: Uint32Array, at: number): boolean {
  return entries[at + 3]! >= DEAD;
}

/** Compares by hash, then sequence number; an entry and the one that cancels it are equal. Negative, 0 or positive. */
export function compareEntries(one: Uint32Array, oneAt: number, other: Uint32Array, otherAt: number): number {
  const high = one[oneAt]! - other[otherAt]!;
  if (high !== 0) return high;
  const low = one[oneAt + 1]! - other[otherAt + 1]!;
  if (low !== 0) return low;
  return seqNoAt(one, oneAt) - seqNoAt(other, otherAt);
}

/** Result of one lookup: sequence numbers of entries with the hash, and those that are cancelled. */
export class Gathered {
  readonly found: number[] = [];
  readonly taken: number[] = [];

  clear(): void {
    this.found.length = 0;
    this.taken.length = 0;
  }

  add(entries: Uint32Array, at: number): void {
    (isDead(entries, at) ? this.taken : this.found).push(seqNoAt(entries, at));
  }
}
