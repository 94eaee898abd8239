/** Texts with values, matched unit by unit, as ICU writes them among the contexts of a collation (UCharsTrie). */

/** What a step through the trie found. */
export const MATCH = {
  none: 0,
  /** More units are needed for a value. */
  noValue: 1,
  /** A value, and nothing behind it. */
  last: 2,
  /** A value, and longer texts. */
  value: 3,
} as const;

/** One of `MATCH`. */
export type Match = (typeof MATCH)[keyof typeof MATCH];

/** Whether a step found a value. */
export function hasValue(match: Match): boolean {
  return match >= MATCH.last;
}

/** Whether there are texts that go on behind a step. */
export function hasNext(match: Match): boolean {
  return (match & 1) !== 0;
}

/**
 * Nodes below it are branches, those from here on compare units one after another, and those from the next on have a
 * value.
 */
const LINEAR = 0x30;
const WITH_VALUE = 0x40;
const FINAL = 0x8000;

/** A branch with no more units than these is searched one by one. */
const LINEAR_BRANCH = 5;

/** A place in a trie. One object is used for all lookups. */
export class UnitTrie {
  #units: Uint16Array;
  /** Where the next unit is looked for; negative: nowhere, as nothing matched. */
  position = -1;
  /** Units that are left of a node that compares several, less 1; negative: none. */
  remaining = -1;
  #start = 0;

  constructor(units: Uint16Array) {
    this.#units = units;
  }

  /** Goes to the beginning of a trie. */
  begin(units: Uint16Array, position: number): void {
    this.#units = units;
    this.#start = position;
    this.restart();
  }

  /** Goes back to the beginning. */
  restart(): void {
    this.position = this.#start;
    this.remaining = -1;
  }

  /** A step by all units of a code point. */
  next(codePoint: number): Match {
    if (codePoint <= 0xffff) return this.#step(codePoint);
    const lead = this.#step(0xd7c0 + (codePoint >> 10));
    return hasNext(lead) ? this.#step(0xdc00 | (codePoint & 0x3ff)) : MATCH.none;
  }

  /** The value that the last step found. */
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

  /** Looks for the unit among those of a branch: halves first, then one by one. */
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

  /** Behind a unit of a branch stands a value, or how far it is to the next node. */
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
