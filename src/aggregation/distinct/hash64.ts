/** 64-bit hashes for counting distinct values, as pairs of 32 bits. */

/** Receives a hash: two words as signed integers, which V8 passes on without boxes. */
export interface HashTarget {
  add(high: number, low: number): void;
}

const scratch = new Float64Array(1);
const scratchWords = new Uint32Array(scratch.buffer);

function mix(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Hash of a number: of a double's bits (-0 counts as 0), of a bigint's where a double is not exact. */
export function hashNumber(value: number | bigint, target: HashTarget): void {
  if (typeof value === "bigint") return hashPair(Number(value >> 32n), Number(BigInt.asUintN(32, value)), target);
  scratch[0] = value + 0;
  hashPair(scratchWords[1]!, scratchWords[0]!, target);
}

/** Hash of two words. */
export function hashPair(first: number, second: number, target: HashTarget): void {
  const low = mix(second ^ 0x9e3779b9);
  const high = mix(first ^ Math.imul(low, 0x27d4eb2f));
  target.add(mix(high ^ 0x165667b1), mix(low ^ Math.imul(high, 0x5bd1e995)));
}

/** Hash of a term's bytes. */
export function hashBytes(bytes: Uint8Array, target: HashTarget): void {
  hashRange(bytes, 0, bytes.length, target);
}

/** Hash of the bytes from `from` to before `to`. */
export function hashRange(bytes: Uint8Array, from: number, to: number, target: HashTarget): void {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let i = from; i < to; i++) {
    low = Math.imul(low ^ bytes[i]!, 0x01000193);
    high = Math.imul((high << 13) | (high >>> 19), 5) + Math.imul(bytes[i]! + 1, 0xcc9e2d51);
  }
  target.add(mix(high ^ low), mix(low ^ Math.imul(high, 0x27d4eb2f) ^ (to - from)));
}
