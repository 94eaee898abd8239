/** Immutable sets of code points and strings, like UnicodeSet. */

/** One more than the last code point. */
const END = 0x110000;

/** A parsed set, and where its text ends. */
export interface ReadSet {
  readonly set: CodePointSet;
  readonly end: number;
}

/** Whether a code point is in the result, given its membership in both sets. */
type Keep = (inLeft: boolean, inRight: boolean) => boolean;

/** An immutable set of code points and strings. */
export class CodePointSet {
  /** Ascending boundaries: ranges begin at even indices and end before the value at odd indices. */
  readonly ends: Int32Array;
  /** Strings of several characters, in UTF-16 order. */
  readonly texts: readonly string[];

  constructor(ends: ArrayLike<number>, texts: readonly string[] = []) {
    this.ends = Int32Array.from(ends);
    this.texts = texts;
  }

  static range(first: number, last: number): CodePointSet {
    return new CodePointSet([first, last + 1]);
  }

  static text(text: string): CodePointSet {
    const codePoint = text.codePointAt(0)!;
    return text.length === String.fromCodePoint(codePoint).length
      ? CodePointSet.range(codePoint, codePoint)
      : new CodePointSet([], [text]);
  }

  /** The union of ranges, which may overlap and be in any order. */
  static ranges(ranges: readonly (readonly [first: number, last: number])[]): CodePointSet {
    const ends: number[] = [];
    for (const [first, last] of [...ranges].sort((left, right) => left[0] - right[0])) {
      if (ends.length > 0 && first <= ends.at(-1)!) ends[ends.length - 1] = Math.max(ends.at(-1)!, last + 1);
      else ends.push(first, last + 1);
    }
    return new CodePointSet(ends);
  }

  /** The union of several sets; quicker than repeated unions of two. */
  static unionOf(sets: readonly CodePointSet[]): CodePointSet {
    const ranges: [number, number][] = [];
    for (const { ends } of sets)
      for (let index = 0; index < ends.length; index += 2) ranges.push([ends[index]!, ends[index + 1]! - 1]);
    return new CodePointSet(CodePointSet.ranges(ranges).ends, inOrder(sets.flatMap(({ texts }) => texts)));
  }

  get isEmpty(): boolean {
    return this.ends.length === 0 && this.texts.length === 0;
  }

  has(codePoint: number): boolean {
    const ends = this.ends;
    let low = 0;
    let high = ends.length;
    // Number of boundaries that are not after the code point: odd when it is in the set.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ends[middle]! <= codePoint) low = middle + 1;
      else high = middle;
    }
    return (low & 1) === 1;
  }

  union(other: CodePointSet): CodePointSet {
    const texts = other.texts.length === 0 ? this.texts : inOrder([...this.texts, ...other.texts]);
    return this.#merged(other, (inLeft, inRight) => inLeft || inRight, texts);
  }

  intersection(other: CodePointSet): CodePointSet {
    const texts = this.texts.filter((text) => other.texts.includes(text));
    return this.#merged(other, (inLeft, inRight) => inLeft && inRight, texts);
  }

  difference(other: CodePointSet): CodePointSet {
    const texts = this.texts.filter((text) => !other.texts.includes(text));
    return this.#merged(other, (inLeft, inRight) => inLeft && !inRight, texts);
  }

  /** All other code points; the strings stay. */
  complement(): CodePointSet {
    const ends = this.ends[0] === 0 ? [...this.ends.subarray(1)] : [0, ...this.ends];
    if (ends.at(-1) === END) ends.pop();
    else ends.push(END);
    return new CodePointSet(ends, this.texts);
  }

  #merged(other: CodePointSet, keep: Keep, texts: readonly string[]): CodePointSet {
    const left = this.ends;
    const right = other.ends;
    const ends: number[] = [];
    let isInside = false;
    for (let inLeft = 0, inRight = 0; inLeft < left.length || inRight < right.length;) {
      const end = Math.min(left[inLeft] ?? END + 1, right[inRight] ?? END + 1);
      if (left[inLeft] === end) inLeft++;
      if (right[inRight] === end) inRight++;
      if (keep((inLeft & 1) === 1, (inRight & 1) === 1) === isInside) continue;
      isInside = !isInside;
      ends.push(end);
    }
    return new CodePointSet(ends, texts);
  }
}

export const noCodePoints: CodePointSet = new CodePointSet([]);
export const allCodePoints: CodePointSet = new CodePointSet([0, END]);

function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
