/** Finds room for new weights between two others: as short as possible, all in order (ICU's CollationWeights). */
import { assert } from "../../../../core/assert.ts";

/** Weights of one length that follow each other. They stand in the upper bytes of 32 bits. */
interface WeightRange {
  start: number;
  end: number;
  length: number;
  count: number;
}

/** The bytes that a level may use, by their place in a weight from 1 on; 0 where it has none. */
interface LevelBytes {
  /** The number of bytes that the shortest weights have. */
  readonly middle: number;
  readonly least: readonly number[];
  readonly most: readonly number[];
}

const SECONDARY: LevelBytes = { middle: 3, least: [0, 0, 0, 2, 2], most: [0, 0, 0, 0xff, 0xff] };
const TERTIARY: LevelBytes = { middle: 3, least: [0, 0, 0, 2, 2], most: [0, 0, 0, 0x3f, 0x3f] };
const PRIMARY: LevelBytes = { middle: 1, least: [0, 3, 2, 2, 2], most: [0, 0xff, 0xff, 0xff, 0xff] };
/** The bytes that end rows of weights whose first byte is not repeated are left out. */
const COMPRESSIBLE_PRIMARY: LevelBytes = { middle: 1, least: [0, 3, 4, 2, 2], most: [0, 0xff, 0xfe, 0xff, 0xff] };

/** `count` weights between two, in order; undefined when there is no room. Weights of lower levels have 16 bits. */
export function weightsBetween(
  level: "primary" | "compressible" | "secondary" | "tertiary",
  lower: number,
  upper: number,
  count: number,
): (() => number) | undefined {
  const bytes = { primary: PRIMARY, compressible: COMPRESSIBLE_PRIMARY, secondary: SECONDARY, tertiary: TERTIARY }[
    level
  ];
  const room = new WeightRoom(bytes);
  return room.allocate(lower, upper, count) ? () => room.next() : undefined;
}

/** The value of the byte at a place from 1 on. */
function unitOf(place: number): number {
  return 2 ** (8 * (4 - place));
}

function byteAt(weight: number, place: number): number {
  return Math.floor(weight / unitOf(place)) & 0xff;
}

/** The weight up to a place. */
function truncated(weight: number, place: number): number {
  return weight - (weight % unitOf(place));
}

function withByte(weight: number, place: number, byte: number): number {
  return weight + (byte - byteAt(weight, place)) * unitOf(place);
}

/** As `withByte`; what stands behind is 0. */
function withTrail(weight: number, place: number, byte: number): number {
  return truncated(weight, place - 1) + byte * unitOf(place);
}

function lengthOf(weight: number): number {
  if ((weight & 0xffffff) === 0) return 1;
  if ((weight & 0xffff) === 0) return 2;
  return (weight & 0xff) === 0 ? 3 : 4;
}

class WeightRoom {
  readonly #level: LevelBytes;
  #ranges: WeightRange[] = [];
  #at = 0;

  constructor(level: LevelBytes) {
    this.#level = level;
  }

  allocate(lower: number, upper: number, count: number): boolean {
    if (!this.#findRanges(lower, upper)) return false;
    for (;;) {
      const shortest = this.#ranges[0]!.length;
      if (this.#fitShort(count, shortest)) return true;
      if (shortest === 4) return false;
      if (this.#fitShortest(count, shortest)) return true;
      for (const range of this.#ranges) {
        if (range.length !== shortest) break;
        this.#lengthen(range);
      }
    }
  }

  next(): number {
    const range = this.#ranges[this.#at];
    assert(range !== undefined, "no more weights are taken than there are");
    const weight = range.start;
    if (--range.count === 0) this.#at++;
    else range.start = this.#increased(weight, range.length, 1);
    return weight;
  }

  /** Ranges below, between and above the first bytes of the limits, the shortest first. */
  #findRanges(lowerLimit: number, upperLimit: number): boolean {
    const { middle: middleLength, least, most } = this.#level;
    const lowerLength = lengthOf(lowerLimit);
    const upperLength = lengthOf(upperLimit);
    if (lowerLimit >= upperLimit) return false;
    if (lowerLength < upperLength && lowerLimit === truncated(upperLimit, lowerLength)) return false;
    const lower: (WeightRange | undefined)[] = [];
    const upper: (WeightRange | undefined)[] = [];
    let weight = lowerLimit;
    for (let length = lowerLength; length > middleLength; length--) {
      const trail = byteAt(weight, length);
      const last = most[length]!;
      if (trail < last)
        lower[length] = {
          start: weight + unitOf(length),
          end: withTrail(weight, length, last),
          length,
          count: last - trail,
        };
      weight = truncated(weight, length - 1);
    }
    const middleStart = weight < 0xff000000 ? weight + unitOf(middleLength) : 0xffffffff;
    weight = upperLimit;
    for (let length = upperLength; length > middleLength; length--) {
      const trail = byteAt(weight, length);
      const first = least[length]!;
      if (trail > first)
        upper[length] = {
          start: withTrail(weight, length, first),
          end: weight - unitOf(length),
          length,
          count: trail - first,
        };
      weight = truncated(weight, length - 1);
    }
    const middleEnd = weight - unitOf(middleLength);
    this.#ranges = [];
    if (middleEnd >= middleStart) {
      const count = Math.floor((middleEnd - middleStart) / unitOf(middleLength)) + 1;
      this.#ranges.push({ start: middleStart, end: middleEnd, length: middleLength, count });
    } else {
      this.#join(lower, upper);
    }
    for (let length = middleLength + 1; length <= 4; length++) {
      for (const range of [upper[length], lower[length]]) if (range && range.count > 0) this.#ranges.push(range);
    }
    return this.#ranges.length > 0;
  }

  /** Where there is nothing between the limits, ranges of both sides may overlap or touch. */
  #join(lower: (WeightRange | undefined)[], upper: (WeightRange | undefined)[]): void {
    for (let length = 4; length > this.#level.middle; length--) {
      const below = lower[length];
      const above = upper[length];
      if (!below || !above || below.count === 0 || above.count === 0) continue;
      if (below.end > above.start) {
        below.end = above.end;
        below.count = byteAt(below.end, length) - byteAt(below.start, length) + 1;
      } else if (below.end < above.start && this.#increased(below.end, length, 1) === above.start) {
        below.end = above.end;
        below.count += above.count;
      } else {
        continue;
      }
      above.count = 0;
      for (let shorter = length - 1; shorter > this.#level.middle; shorter--)
        lower[shorter] = upper[shorter] = undefined;
      return;
    }
  }

  /** Takes ranges of the shortest length and of one byte more, when they are enough. */
  #fitShort(wanted: number, shortest: number): boolean {
    let left = wanted;
    for (const [index, range] of this.#ranges.entries()) {
      if (range.length > shortest + 1) return false;
      if (left <= range.count) {
        if (range.length > shortest) range.count = left;
        this.#ranges = this.#ranges.slice(0, index + 1).sort((one, other) => one.start - other.start);
        return true;
      }
      left -= range.count;
    }
    return false;
  }

  /** Takes the ranges of the shortest length, with as many of the last weights lengthened as must be. */
  #fitShortest(wanted: number, shortest: number): boolean {
    const same = this.#ranges.filter(({ length }) => length === shortest);
    const count = same.reduce((sum, range) => sum + range.count, 0);
    const bytes = this.#bytes(shortest + 1);
    if (wanted > count * bytes) return false;
    const start = Math.min(...same.map((range) => range.start));
    const end = Math.max(...same.map((range) => range.end));
    let lengthened = Math.floor((wanted - count) / (bytes - 1));
    let kept = count - lengthened;
    if (lengthened === 0 || kept + lengthened * bytes < wanted) {
      lengthened++;
      kept--;
    }
    if (kept === 0) {
      const all = { start, end, length: shortest, count };
      this.#lengthen(all);
      this.#ranges = [all];
      return true;
    }
    const first = { start, end: this.#increased(start, shortest, kept - 1), length: shortest, count: kept };
    const second = { start: this.#increased(first.end, shortest, 1), end, length: shortest, count: lengthened };
    this.#lengthen(second);
    this.#ranges = [first, second];
    return true;
  }

  #lengthen(range: WeightRange): void {
    const length = range.length + 1;
    range.start = withTrail(range.start, length, this.#level.least[length]!);
    range.end = withTrail(range.end, length, this.#level.most[length]!);
    range.count *= this.#bytes(length);
    range.length = length;
  }

  #bytes(place: number): number {
    return this.#level.most[place]! - this.#level.least[place]! + 1;
  }

  /** The weight `by` steps further, using only permitted bytes. */
  #increased(from: number, length: number, by: number): number {
    let weight = from;
    let rest = by;
    for (let place = length; place > 0; place--) {
      rest += byteAt(weight, place);
      if (rest <= this.#level.most[place]!) return withByte(weight, place, rest);
      rest -= this.#level.least[place]!;
      weight = withByte(weight, place, this.#level.least[place]! + (rest % this.#bytes(place)));
      rest = Math.floor(rest / this.#bytes(place));
    }
    assert(false, "a weight has room to grow");
  }
}
