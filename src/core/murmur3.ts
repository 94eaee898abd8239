/**
 * MurmurHash3, x86 32-bit variant (Austin Appleby, public domain), like Lucene's StringHelper.murmurhash3_x86_32.
 * Returns signed 32-bit integers, as Elasticsearch does.
 */

const C1 = 0xcc9e2d51 | 0;
const C2 = 0x1b873593;

function mixBlock(hash: number, block: number): number {
  let k = Math.imul(block, C1);
  k = Math.imul((k << 15) | (k >>> 17), C2);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

function mixTail(hash: number, tail: number): number {
  const k = Math.imul(tail, C1);
  return hash ^ Math.imul((k << 15) | (k >>> 17), C2);
}

function finish(hash: number, lengthBytes: number): number {
  let h = hash ^ lengthBytes;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Hash of `bytes[from..to)`. */
export function murmur3(bytes: Uint8Array, from = 0, to = bytes.length, seed = 0): number {
  let hash = seed;
  const blocksEnd = from + ((to - from) & ~3);
  let at = from;
  for (; at < blocksEnd; at += 4) {
    hash = mixBlock(hash, bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
  }
  if (at < to) {
    let tail = bytes[at]!;
    if (at + 1 < to) tail |= bytes[at + 1]! << 8;
    if (at + 2 < to) tail |= bytes[at + 2]! << 16;
    hash = mixTail(hash, tail);
  }
  return finish(hash, to - from);
}

/** As many digits as a safe integer has, and its sign. */
const digits = new Uint8Array(17);

/** Hash of the decimal digits of a safe integer, as of its text. */
export function murmur3OfDigits(value: number, seed = 0): number {
  let from = digits.length;
  let left = Math.abs(value);
  while (left > 0x7fffffff) {
    const tenth = Math.floor(left / 10);
    digits[--from] = 48 + (left - tenth * 10);
    left = tenth;
  }
  let small = left | 0;
  do {
    const tenth = (small / 10) | 0;
    digits[--from] = 48 + (small - tenth * 10);
    small = tenth;
  } while (small !== 0);
  if (value < 0) digits[--from] = 45;
  return murmur3(digits, from, digits.length, seed);
}

/**
 * The hash by which Elasticsearch routes a document to a shard (Murmur3HashFunction): of the UTF-16LE bytes of the
 * string, seed 0.
 */
export function routingHash(routing: string): number {
  let hash = 0;
  const pairsEnd = routing.length & ~1;
  for (let i = 0; i < pairsEnd; i += 2) {
    hash = mixBlock(hash, routing.charCodeAt(i) | (routing.charCodeAt(i + 1) << 16));
  }
  if (pairsEnd < routing.length) hash = mixTail(hash, routing.charCodeAt(pairsEnd));
  return finish(hash, routing.length * 2);
}
