/** Immutable sets of code points: what a class of a pattern matches. */

/** One more than the last code point. */
const END = 0x110000;
const ASCII = 0x80;
const BASIC = 0x10000;

/** An immutable set of code points. */
export class CharacterSet {
  /** Ascending boundaries: ranges begin at even indices and end before the value at odd indices. */
  readonly ends: readonly number[];
  /** Whether a code point below 128 is in the set. */
  readonly ascii = new Uint8Array(ASCII);
  /** Whether a member may take two UTF-16 units, or be a surrogate. */
  readonly beyondBasic: boolean;
  #basic: Int32Array | undefined;

  constructor(ends: readonly number[]) {
    this.ends = ends;
    for (let index = 0; index < ends.length; index += 2)
      this.ascii.fill(1, Math.min(ends[index]!, ASCII), Math.min(ends[index + 1]!, ASCII));
    this.beyondBasic = ends.some(
      (end, index) => index % 2 === 1 && (end > BASIC || (end > 0xd800 && ends[index - 1]! < 0xe000)),
    );
  }

  static range(first: number, last: number): CharacterSet {
    return new CharacterSet([first, last + 1]);
  }

  static of(...codePoints: readonly number[]): CharacterSet {
    return CharacterSet.ranges(codePoints.map((codePoint) => [codePoint, codePoint]));
  }

  /** The union of ranges, which may overlap and be in any order. */
  static ranges(ranges: readonly (readonly [first: number, last: number])[]): CharacterSet {
    const ends: number[] = [];
    for (const [first, last] of [...ranges].sort((left, right) => left[0] - right[0])) {
      if (ends.length > 0 && first <= ends.at(-1)!) ends[ends.length - 1] = Math.max(ends.at(-1)!, last + 1);
      else ends.push(first, last + 1);
    }
    return new CharacterSet(ends);
  }

  /** The union of several sets; quicker than repeated unions of two. */
  static unionOf(sets: readonly CharacterSet[]): CharacterSet {
    return sets.length === 1 ? sets[0]! : CharacterSet.ranges(sets.flatMap((set) => set.ranges()));
  }

  /** The ranges of the set. */
  ranges(): [first: number, last: number][] {
    return Array.from({ length: this.ends.length / 2 }, (_, index) => [
      this.ends[index * 2]!,
      this.ends[index * 2 + 1]! - 1,
    ]);
  }

  /** Whether a code point is in the set. */
  has(codePoint: number): boolean {
    if (codePoint < ASCII) return this.ascii[codePoint] === 1;
    if (codePoint >= BASIC) return this.#search(codePoint);
    this.#basic ??= bitsOf(this.ends);
    return ((this.#basic[codePoint >> 5]! >> (codePoint & 31)) & 1) === 1;
  }

  union(other: CharacterSet): CharacterSet {
    return this.#with(other, (inThis, inOther) => inThis || inOther);
  }

  intersection(other: CharacterSet): CharacterSet {
    return this.#with(other, (inThis, inOther) => inThis && inOther);
  }

  inverted(): CharacterSet {
    const ends = this.ends[0] === 0 ? this.ends.slice(1) : [0, ...this.ends];
    return new CharacterSet(ends.at(-1) === END ? ends.slice(0, -1) : [...ends, END]);
  }

  /** The code point, if there is only one. */
  get single(): number | undefined {
    return this.ends.length === 2 && this.ends[1] === this.ends[0]! + 1 ? this.ends[0] : undefined;
  }

  #search(codePoint: number): boolean {
    let low = 0;
    let high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle]! <= codePoint) low = middle + 1;
      else high = middle;
    }
    return low % 2 === 1;
  }

  /** Combines two sets by walking the boundaries of both together. */
  #with(other: CharacterSet, keep: (inThis: boolean, inOther: boolean) => boolean): CharacterSet {
    const ends: number[] = [];
    let left = 0;
    let right = 0;
    while (left < this.ends.length || right < other.ends.length) {
      const at = Math.min(this.ends[left] ?? END, other.ends[right] ?? END);
      if (this.ends[left] === at) left++;
      if (other.ends[right] === at) right++;
      if (keep(left % 2 === 1, right % 2 === 1) === (ends.length % 2 === 0)) ends.push(at);
    }
    return new CharacterSet(ends);
  }
}

export const noCharacter = new CharacterSet([]);
export const anyCharacter = new CharacterSet([0, END]);

/** One bit per code point of the basic plane. */
function bitsOf(ends: readonly number[]): Int32Array {
  const bits = new Int32Array(BASIC >> 5);
  for (let index = 0; index < ends.length; index += 2) {
    const last = Math.min(ends[index + 1]!, BASIC);
    for (let codePoint = ends[index]!; codePoint < last;) {
      if ((codePoint & 31) === 0 && codePoint + 32 <= last) {
        bits[codePoint >> 5] = -1;
        codePoint += 32;
      } else {
        bits[codePoint >> 5]! |= 1 << (codePoint & 31);
        codePoint++;
      }
    }
  }
  return bits;
}
