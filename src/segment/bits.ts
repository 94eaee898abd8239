/**
 * Bit sets of documents: u32 words, bit `doc & 31` of word `doc >>> 5`; in sections always a whole number of u64 words.
 */

/** u32 words of a set of `docCount` bits, rounded up to u64 words. */
export function wordsFor(docCount: number): number {
  return Math.ceil(docCount / 64) * 2;
}

/** Number of set bits. */
export function countBits(words: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    let word = words[i]! - ((words[i]! >>> 1) & 0x55555555);
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Sets the first `count` bits. */
export function setFirstBits(words: Uint32Array, count: number): void {
  words.fill(0xffffffff, 0, count >>> 5);
  if ((count & 31) !== 0) words[count >>> 5]! |= (1 << (count & 31)) - 1;
}
