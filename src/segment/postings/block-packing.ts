/**
 * Frame-of-reference packing of 128 values of equal width, "vertical": value i is in lane i % 4; each lane fills its
 * own 32-bit words from the low bits up, and word w of lane l is word 4 w + l. A 128-bit register thus unpacks four
 * adjacent values at once. The slow counterpart of the kernel's SIMD routines.
 */
import { BLOCK_DOCS } from "../format.ts";

/** Words that packing can fill, plus room for unpacking to read one row ahead. */
export const PACKED_WORDS = BLOCK_DOCS + 4;

/** Bits needed for every value whose bitwise or is `union`. */
export function bitsNeeded(union: number): number {
  return 32 - Math.clz32(union);
}

/** Packs values[0..128) in `bits` bits (0..32) each into the first 4 × bits words of `words`. */
export function packBlock(values: Int32Array, bits: number, words: Uint32Array): void {
  if (bits === 0) return;
  for (let lane = 0; lane < 4; lane++) {
    let word = lane;
    let filled = 0;
    let current = 0;
    for (let i = lane; i < BLOCK_DOCS; i += 4) {
      const value = values[i]!;
      current |= value << filled;
      filled += bits;
      if (filled >= 32) {
        words[word] = current;
        word += 4;
        filled -= 32;
        current = filled === 0 ? 0 : value >>> (bits - filled);
      }
    }
  }
}

/** The inverse of `packBlock`. */
export function unpackBlock(words: Uint32Array, bits: number, values: Int32Array): void {
  if (bits === 0) {
    values.fill(0, 0, BLOCK_DOCS);
    return;
  }
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  for (let lane = 0; lane < 4; lane++) {
    let word = lane;
    let used = 0;
    let current = words[word]!;
    for (let i = lane; i < BLOCK_DOCS; i += 4) {
      let value = current >>> used;
      used += bits;
      if (used >= 32) {
        word += 4;
        current = words[word]!;
        used -= 32;
        if (used > 0) value |= current << (bits - used);
      }
      values[i] = value & mask;
    }
  }
}
