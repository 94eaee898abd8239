/** The 64-bit hash of a document id. It is stored in persisted runs: changing it requires a new format number. */

/** Multipliers of MurmurHash3 x86_128. */
const C1 = 0x239b961b;
const C2 = 0xab0e9789;

/** Writes the hash of `id` as (high, low) into `hash`. Every part of the id affects both words. */
export function hashId(id: string, hash: Uint32Array): void {
  let high = id.length;
  let low = 0x9e3779b9;
  for (let at = 0; at < id.length; at++) {
    high = Math.imul(high ^ id.charCodeAt(at), C1);
    high = (high << 15) | (high >>> 17);
    low = Math.imul(low + high, C2);
    low = (low << 13) | (low >>> 19);
  }
  high = finish(high + low);
  low = finish(low + high);
  hash[0] = high;
  hash[1] = low;
}

/** MurmurHash3's finaliser: every bit of the input reaches every bit of the output. */
function finish(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
