/** The root's collation elements in order, to find room between them (ICU's CollationRootElements). */
import { assert } from "../../../../core/assert.ts";
import type { Element } from "./element.ts";

/** Marks words that hold secondary and tertiary weights for the primary weight before them. */
const DELTA = 0x80;

/** The step of a range that ends with a primary weight; 0: it ends none. */
const STEP = 0x7f;

/** Places of the numbers that the words begin with. */
const FIRST_TERTIARY = 0;
const FIRST_SECONDARY = 1;
const FIRST_PRIMARY = 2;
const BOUNDARIES = 4;

/** The weight of most characters on the secondary and tertiary level, and both of them. */
export const COMMON_WEIGHT = 0x0500;
const COMMON = 0x05000500;

/** The weight before all others, to have something to come before them. */
export const BEFORE_WEIGHT = 0x0100;

/** See the file comment. */
export class RootElements {
  readonly #words: Uint32Array;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  get tertiaryBoundary(): number {
    return (this.#word(BOUNDARIES) << 8) & 0xff00;
  }

  get lastCommonSecondary(): number {
    return (this.#word(BOUNDARIES) >>> 16) & 0xff00;
  }

  get secondaryBoundary(): number {
    return (this.#word(BOUNDARIES) >>> 8) & 0xff00;
  }

  get firstTertiary(): Element {
    return this.#secondaryAndTertiary(this.#word(FIRST_TERTIARY));
  }

  get lastTertiary(): Element {
    return this.#secondaryAndTertiary(this.#word(FIRST_SECONDARY) - 1);
  }

  get firstSecondary(): Element {
    return this.#secondaryAndTertiary(this.#word(FIRST_SECONDARY));
  }

  get lastSecondary(): Element {
    return this.#secondaryAndTertiary(this.#word(FIRST_PRIMARY) - 1);
  }

  get firstPrimary(): number {
    return this.#word(this.#word(FIRST_PRIMARY));
  }

  /** The last element with a lower primary weight. */
  lastBefore(primary: number): Element {
    let index = this.#find(primary);
    const found = this.#word(index);
    if (primary === found - (found & 0xff)) {
      // What stands before it is another primary weight, or what that has below it.
      const last = this.#word(--index);
      if ((last & DELTA) === 0) return { primary: last - (last & 0xff), lower: COMMON };
      while ((this.#word(index) & DELTA) !== 0) index--;
      const before = this.#word(index);
      return { primary: before - (before & 0xff), lower: last - DELTA };
    }
    let lower = COMMON;
    while ((this.#word(++index) & DELTA) !== 0) lower = this.#word(index) - DELTA;
    return { primary: found - (found & 0xff), lower };
  }

  /** The first element with this primary weight or a higher one. */
  firstAtLeast(primary: number): Element {
    let index = this.#find(primary);
    const found = this.#word(index);
    if (primary === found - (found & 0xff)) return { primary, lower: COMMON };
    do index++;
    while ((this.#word(index) & DELTA) !== 0);
    return { primary: this.#word(index), lower: COMMON };
  }

  /** The primary weight before one of the root. */
  primaryBefore(primary: number, isCompressible: boolean): number {
    let index = this.find(primary);
    const found = this.#word(index);
    let step: number;
    if (primary === found - (found & 0xff)) {
      step = found & STEP;
      if (step === 0) {
        do index--;
        while ((this.#word(index) & DELTA) !== 0);
        const before = this.#word(index);
        return before - (before & 0xff);
      }
    } else {
      step = this.#word(index + 1) & STEP;
    }
    return stepDown(primary, isCompressible, step);
  }

  /** The primary weight after one of the root, which is at `index`. */
  primaryAfter(primary: number, place: number, isCompressible: boolean): number {
    let index = place + 1;
    const step = (this.#word(index) & DELTA) === 0 ? this.#word(index) & STEP : 0;
    if (step !== 0) return stepUp(primary, isCompressible, step);
    while ((this.#word(index) & DELTA) !== 0) index++;
    return this.#word(index);
  }

  /** The secondary weight before one of the root. */
  secondaryBefore(primary: number, secondary: number): number {
    let index: number;
    let before: number;
    let found: number;
    if (primary === 0) {
      index = this.#word(FIRST_SECONDARY);
      before = 0;
      found = this.#word(index) >>> 16;
    } else {
      index = this.find(primary) + 1;
      before = BEFORE_WEIGHT;
      found = this.#firstBelow(index) >>> 16;
    }
    while (secondary > found) {
      before = found;
      found = this.#word(index++) >>> 16;
    }
    return before;
  }

  /** The tertiary weight before one of the root. */
  tertiaryBefore(primary: number, secondary: number, tertiary: number): number {
    let index: number;
    let before = BEFORE_WEIGHT;
    let found: number;
    if (primary === 0) {
      index = this.#word(secondary === 0 ? FIRST_TERTIARY : FIRST_SECONDARY);
      if (secondary === 0) before = 0;
      found = this.#word(index) - DELTA;
    } else {
      index = this.find(primary) + 1;
      found = this.#firstBelow(index);
    }
    const wanted = secondary * 0x10000 + tertiary;
    while (wanted > found) {
      if (found >>> 16 === secondary) before = found & 0xffff;
      found = this.#word(index++) - DELTA;
    }
    return before;
  }

  /**
   * The secondary weight after one of the root, or the limit of such weights. `index` is 0 without a primary weight.
   */
  secondaryAfter(place: number, secondary: number): number {
    let index = place === 0 ? this.#word(FIRST_SECONDARY) : place;
    let word = place === 0 ? this.#word(index) : this.#firstBelow(place + 1);
    const limit = place === 0 ? 0x10000 : this.secondaryBoundary;
    for (;;) {
      if (word >>> 16 > secondary) return word >>> 16;
      word = this.#word(++index);
      if ((word & DELTA) === 0) return limit;
    }
  }

  /** As `secondaryAfter`, for tertiary weights. */
  tertiaryAfter(place: number, secondary: number, tertiary: number): number {
    let index = place;
    let word: number;
    let limit = this.tertiaryBoundary;
    if (place === 0) {
      index = this.#word(secondary === 0 ? FIRST_TERTIARY : FIRST_SECONDARY);
      if (secondary === 0) limit = 0x4000;
      word = this.#word(index) - DELTA;
    } else {
      word = this.#firstBelow(place + 1);
    }
    const wanted = secondary * 0x10000 + tertiary;
    for (;;) {
      if (word > wanted) return word & 0xffff;
      word = this.#word(++index);
      if ((word & DELTA) === 0 || word >>> 16 > secondary) return limit;
      word -= DELTA;
    }
  }

  /** Where a primary weight of the root stands: itself, or the beginning of its range. */
  find(primary: number): number {
    return this.#find(primary);
  }

  /** What stands below a primary weight first; what is above the common weights has these before it. */
  #firstBelow(index: number): number {
    const word = this.#word(index);
    return (word & DELTA) === 0 || word - DELTA > COMMON ? COMMON : word - DELTA;
  }

  #secondaryAndTertiary(index: number): Element {
    return { primary: 0, lower: this.#word(index) - (this.#word(index) & DELTA) };
  }

  #word(index: number): number {
    const word = this.#words[index];
    assert(word !== undefined, "the elements of the root have an end");
    return word;
  }

  /** The last primary weight that is not higher. */
  #find(primary: number): number {
    let start = this.#word(FIRST_PRIMARY);
    let limit = this.#words.length - 1;
    while (start + 1 < limit) {
      const middle = (start + limit) >>> 1;
      let at = middle;
      while (at < limit && (this.#word(at) & DELTA) !== 0) at++;
      if (at === limit) for (at = middle; at > start && (this.#word(at) & DELTA) !== 0;) at--;
      if (at === start) break;
      const word = this.#word(at);
      if (primary < word - (word & 0xff)) limit = at;
      else start = at;
    }
    return start;
  }
}

function stepUp(primary: number, isCompressible: boolean, step: number): number {
  const isShort = (primary & 0xffff) === 0;
  const [lowest, bytes] = isCompressible ? [4, 251] : [2, 254];
  let rest = step;
  let weight = 0;
  if (!isShort) {
    rest += ((primary >>> 8) & 0xff) - 2;
    weight = ((rest % 254) + 2) << 8;
    rest = Math.floor(rest / 254);
  }
  rest += ((primary >>> 16) & 0xff) - lowest;
  weight |= ((rest % bytes) + lowest) << 16;
  return ((primary >>> 24) + Math.floor(rest / bytes)) * 0x1000000 + weight;
}

function stepDown(primary: number, isCompressible: boolean, step: number): number {
  const lowest = isCompressible ? 4 : 2;
  let lead = primary >>> 24;
  let second = (primary >>> 16) & 0xff;
  let third = (primary >>> 8) & 0xff;
  if ((primary & 0xffff) === 0) {
    second -= step;
    third = 0;
    if (second < lowest) {
      second += isCompressible ? 251 : 254;
      lead--;
    }
  } else {
    third -= step;
    if (third < 2) {
      third += 254;
      second--;
      if (second < lowest) {
        second = isCompressible ? 0xfe : 0xff;
        lead--;
      }
    }
  }
  return lead * 0x1000000 + second * 0x10000 + third * 0x100;
}
