/** A trie of texts with values, matched unit by unit, in ICU's format (UCharsTrie). */

/** Result of a step in the trie. */
export const MATCH = {
  none: 0,
  /** No value yet; more units may match. */
  noValue: 1,
  /** A value; no longer text matches. */
  last: 2,
  /** A value; longer texts may match. */
  value: 3,
} as const;

/** One of `MATCH`. */
export type Match = (typeof MATCH)[keyof typeof MATCH];

/** Whether a step found a value. */
export function hasValue(match: Match): boolean {
  return match >= MATCH.last;
}

/** Whether longer texts may match after a step. */
export function hasNext(match: Match): boolean {
  return (match & 1) !== 0;
}

/**
 * Nodes below LINEAR are branches, those from there on compare consecutive units, and those from WITH_VALUE on have a
 * value.
 */
const LINEAR = 0x30;
const WITH_VALUE = 0x40;
const FINAL = 0x8000;

/** A branch with at most this many units is searched linearly. */
const LINEAR_BRANCH = 5;

/** A position in a trie. One object is reused for all lookups. */
export class UnitTrie {
  #units: Uint16Array;
  /** Where the next unit is looked up; negative after a mismatch. */
  position = -1;
  /** Remaining units of a linear node, minus 1; negative: none. */
  remaining = -1;
  #start = 0;

  constructor(units: Uint16Array) {
    this.#units = units;
  }

  /** Starts at the root of a trie. */
  begin(units: Uint16Array, position: number): void {
    this.#units = units;
    this.#start = position;
    this.restart();
  }

  /** Returns to the root. */
  restart(): void {
    this.position = this.#start;
    this.remaining = -1;
  }

  /** Steps by all units of a code point. */
  next(codePoint: number): Match {
    if (codePoint <= 0xffff) return this.#step(codePoint);
    const lead = this.#step(0xd7c0 + (codePoint >> 10));
    return hasNext(lead) ? this.#step(0xdc00 | (codePoint & 0x3ff)) : MATCH.none;
  }

  /** The value found by the last step. */
  value(): number {
    const units = this.#units;
    const at = this.position;
    const lead = units[at]!;
    if ((lead & FINAL) !== 0) {
      const short = lead & 0x7fff;
      if (short < 0x4000) return short;
      return short < 0x7fff ? ((short - 0x4000) << 16) | units[at + 1]! : (units[at + 1]! << 16) | units[at + 2]!;
    }
    if (lead < 0x4040) return (lead >> 6) - 1;
    return lead < 0x7fc0
      ? (((lead & 0x7fc0) - 0x4040) << 10) | units[at + 1]!
      : (units[at + 1]! << 16) | units[at + 2]!;
  }

  #step(unit: number): Match {
    const units = this.#units;
    let at = this.position;
    if (at < 0) return MATCH.none;
    if (this.remaining < 0) {
      let node = units[at++]!;
      if (node >= WITH_VALUE) {
        if ((node & FINAL) !== 0) return this.#stop();
        if (node >= 0x4040) at += node < 0x7fc0 ? 1 : 2;
        node &= 0x3f;
      }
      if (node < LINEAR) return this.#branch(at, node, unit);
      this.remaining = node - LINEAR;
    }
    if (unit !== units[at]) return this.#stop();
    this.position = at + 1;
    this.remaining--;
    return this.remaining < 0 ? this.#found() : MATCH.noValue;
  }

  /** Finds a unit in a branch: binary search first, then linear. */
  #branch(from: number, node: number, unit: number): Match {
    const units = this.#units;
    let at = from;
    let length = (node === 0 ? units[at++]! : node) + 1;
    while (length > LINEAR_BRANCH) {
      const isLess = unit < units[at++]!;
      const delta = units[at++]!;
      const wide = delta < 0xfc00 ? 0 : delta === 0xffff ? 2 : 1;
      if (!isLess) {
        length -= length >> 1;
        at += wide;
        continue;
      }
      length >>= 1;
      const low =
        wide === 0 ? delta : wide === 1 ? ((delta - 0xfc00) << 16) | units[at]! : (units[at]! << 16) | units[at + 1]!;
      at += wide + low;
    }
    for (; length > 1; length--) {
      if (unit === units[at++]) return this.#enter(at);
      const lead = units[at++]! & 0x7fff;
      if (lead >= 0x4000) at += lead < 0x7fff ? 1 : 2;
    }
    if (unit !== units[at]) return this.#stop();
    this.position = at + 1;
    return this.#found();
  }

  /** Each unit of a branch is followed by a value, or by the distance to the next node. */
  #enter(from: number): Match {
    const units = this.#units;
    const lead = units[from]!;
    this.position = from;
    if ((lead & FINAL) !== 0) return MATCH.last;
    if (lead < 0x4000) this.position = from + 1 + lead;
    else if (lead < 0x7fff) this.position = from + 2 + (((lead - 0x4000) << 16) | units[from + 1]!);
    else this.position = from + 3 + ((units[from + 1]! << 16) | units[from + 2]!);
    return this.#found();
  }

  #found(): Match {
    const node = this.#units[this.position]!;
    if (node < WITH_VALUE) return MATCH.noValue;
    return (node & FINAL) !== 0 ? MATCH.last : MATCH.value;
  }

  #stop(): Match {
    this.position = -1;
    return MATCH.none;
  }
}
