/**
 * A buffer of collation elements: each has a primary weight and, in its lower half, the weights of the other levels
 * (ICU's "CE").
 */
import type { CollationMappings } from "./collation-data.ts";
import { UNASSIGNED_LEAD } from "./mapping-words.ts";

/** The element after all others: separators on all levels. */
export const NO_ELEMENT_PRIMARY = 1;
export const NO_ELEMENT_LOWER = 0x01000100;

/** The lower half of most characters. */
const COMMON_LOWER = 0x05000500;

/** A growing buffer of collation elements. */
export class ElementBuffer {
  primaries = new Uint32Array(64);
  lowers = new Uint32Array(64);
  count = 0;

  add(primary: number, lower: number): void {
    if (this.count === this.primaries.length) this.#grow();
    this.primaries[this.count] = primary;
    this.lowers[this.count++] = lower;
  }

  addCommon(primary: number): void {
    this.add(primary, COMMON_LOWER);
  }

  /** Adds the element encoded in a word: `ppppsstt`, `ppppppC1` or `ssssttC2`. */
  addWord(word: number): void {
    const low = word & 0xff;
    if (low < 0xc0) this.add(word & 0xffff0000, ((word & 0xff00) << 16) | (low << 8));
    else if ((low & 0xf) === 1) this.add(word & 0xffffff00, COMMON_LOWER);
    else this.add(0, word & 0xffffff00);
  }

  /** Adds the two elements encoded for accented Latin letters: a primary weight, then a secondary one. */
  addLatin(word: number): void {
    this.add(word & 0xff000000, 0x05000000 | ((word & 0xff0000) >> 8));
    this.add(0, ((word & 0xff00) << 16) | 0x0500);
  }

  /** Adds the element of a character in a range with evenly spaced weights. */
  addOffset(mappings: CollationMappings, codePoint: number, index: number): void {
    // The lower half contains the first character of the range, the step, and whether the lead byte is compressible.
    const range = mappings.lowers[index]! | 0;
    const offset = (codePoint - (range >> 8)) * (range & 0x7f);
    this.addCommon(threeByteWeight(mappings.primaries[index]!, (range & 0x80) !== 0, offset));
  }

  /** Adds the element of an unassigned character: its weight is computed from the code point. */
  addUnassigned(codePoint: number): void {
    let rest = codePoint + 1;
    let primary = 2 + (rest % 18) * 14;
    rest = Math.floor(rest / 18);
    primary |= (2 + (rest % 254)) << 8;
    rest = Math.floor(rest / 254);
    primary |= (4 + (rest % 251)) << 16;
    this.addCommon(primary | (UNASSIGNED_LEAD << 24));
  }

  #grow(): void {
    const { primaries, lowers } = this;
    this.primaries = new Uint32Array(2 * primaries.length);
    this.lowers = new Uint32Array(2 * lowers.length);
    this.primaries.set(primaries);
    this.lowers.set(lowers);
  }
}

/**
 * A three-byte weight `offset` steps after `base`; bytes 0 and 1 are not used, nor 2, 3 and 255 as second byte of
 * compressible weights.
 */
function threeByteWeight(base: number, isCompressible: boolean, offset: number): number {
  let rest = offset + ((base >> 8) & 0xff) - 2;
  let primary = ((rest % 254) + 2) << 8;
  rest = Math.floor(rest / 254);
  const lowest = isCompressible ? 4 : 2;
  const bytes = isCompressible ? 251 : 254;
  rest += ((base >> 16) & 0xff) - lowest;
  primary |= ((rest % bytes) + lowest) << 16;
  rest = Math.floor(rest / bytes);
  return primary | ((base & 0xff000000) + (rest << 24));
}
