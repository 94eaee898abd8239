/**
 * The order in which Elasticsearch's paged hash tables go through their keys, for answers that show it: that of their
 * slots, found by the hash of the text and then one after the other.
 */

const LOAD = Math.fround(0.6);

/** `expected`: for how many keys the table was made. */
export function pagedHashOrder(keys: readonly string[], expected: number): string[] {
  let slots = slotsFor(expected);
  for (const [count, key] of keys.entries()) {
    if (count >= Math.floor(slots.length * LOAD)) slots = grown(slots);
    insert(slots, key);
  }
  return slots.filter((key) => key !== undefined);
}

type Slots = (string | undefined)[];

function slotsFor(expected: number): Slots {
  const least = Math.floor(expected / LOAD);
  const length = least < 1 ? 1 : 2 ** (Math.floor(Math.log2(least)) + 1);
  return Array.from({ length });
}

function insert(slots: Slots, key: string): void {
  const mask = slots.length - 1;
  let at = hashOf(key) & mask;
  while (slots[at] !== undefined) at = (at + 1) & mask;
  slots[at] = key;
}

/** Twice as many slots; each key is taken out of its slot and put in again. */
function grown(slots: Slots): Slots {
  const larger: Slots = [...slots, ...Array.from<undefined>({ length: slots.length })];
  for (let at = 0; at < slots.length; at++) {
    const key = larger[at];
    if (key === undefined) continue;
    larger[at] = undefined;
    insert(larger, key);
  }
  return larger;
}

/** `String.hashCode` */
function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}
