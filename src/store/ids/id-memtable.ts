/** The newest entries of the id table: an open addressing table by hash, frozen into a sorted run when it is full. */
import { DEAD, ENTRY_WORDS, Gathered, seqNoAt, seqNoHigh, USED } from "./id-entries.ts";
import { sortEntries } from "./sort-entries.ts";

const FIRST_SLOTS = 512;

export class IdMemtable {
  #slots = new Uint32Array(FIRST_SLOTS * ENTRY_WORDS);
  #mask = FIRST_SLOTS - 1;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get memoryBytes(): number {
    return this.#slots.byteLength;
  }

  /** Adds an entry. `flags` is DEAD or 0. */
  add(hash: Uint32Array, seqNo: number, flags: number): void {
    if (this.#count * 2 >= this.#mask) this.#grow();
    this.#write(this.#freeSlot(hash[1]!), hash, seqNo, flags);
    this.#count++;
  }

  /** Replaces the entry of an older operation by that of a newer one; false when this table does not hold it. */
  replace(hash: Uint32Array, olderSeqNo: number, seqNo: number, flags: number): boolean {
    const slots = this.#slots;
    for (let slot = hash[1]! & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * ENTRY_WORDS;
      const last = slots[at + 3]!;
      if (last === 0) return false;
      if (last >= DEAD || slots[at]! !== hash[0]! || slots[at + 1]! !== hash[1]! || seqNoAt(slots, at) !== olderSeqNo)
        continue;
      this.#write(at, hash, seqNo, flags);
      return true;
    }
  }

  /** Adds the entries of a hash to `into`. */
  gather(high: number, low: number, into: Gathered): void {
    const slots = this.#slots;
    for (let slot = low & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * ENTRY_WORDS;
      if (slots[at + 3]! === 0) return;
      if (slots[at]! === high && slots[at + 1]! === low) into.add(slots, at);
    }
  }

  /** All entries, sorted; the memtable is empty and small afterwards. */
  freeze(): Uint32Array {
    const entries = new Uint32Array(this.#count * ENTRY_WORDS);
    let end = 0;
    for (let at = 0; at < this.#slots.length; at += ENTRY_WORDS) {
      if (this.#slots[at + 3]! === 0) continue;
      for (let word = 0; word < ENTRY_WORDS; word++) entries[end++] = this.#slots[at + word]!;
    }
    this.#slots = new Uint32Array(FIRST_SLOTS * ENTRY_WORDS);
    this.#mask = FIRST_SLOTS - 1;
    this.#count = 0;
    return sortEntries(entries);
  }

  /** Word index where a new entry goes. */
  #freeSlot(low: number): number {
    let slot = low & this.#mask;
    while (this.#slots[slot * ENTRY_WORDS + 3]! !== 0) slot = (slot + 1) & this.#mask;
    return slot * ENTRY_WORDS;
  }

  #write(at: number, hash: Uint32Array, seqNo: number, flags: number): void {
    this.#slots[at] = hash[0]!;
    this.#slots[at + 1] = hash[1]!;
    this.#slots[at + 2] = seqNo;
    this.#slots[at + 3] = seqNoHigh(seqNo) | USED | flags;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < old.length; at += ENTRY_WORDS) {
      if (old[at + 3]! === 0) continue;
      const target = this.#freeSlot(old[at + 1]!);
      for (let word = 0; word < ENTRY_WORDS; word++) this.#slots[target + word] = old[at + word]!;
    }
  }
}
