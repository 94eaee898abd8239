/** Groups of endings, of which the longest match in any group counts: Snowball's `among`, backwards. */

/** The longest ending of a word. */
export interface FoundEnding {
  /** The group that lists it. */
  readonly group: string;
  /** Where it begins. */
  readonly at: number;
}

/** Finds the longest ending; endings are separated by spaces. */
export class LongestEnding {
  readonly #groups = new Map<string, string>();
  #longest = 0;

  constructor(groups: Readonly<Record<string, string>>) {
    for (const [group, list] of Object.entries(groups)) {
      for (const ending of list.trim().split(/\s+/)) {
        this.#groups.set(ending, group);
        this.#longest = Math.max(this.#longest, ending.length);
      }
    }
  }

  /** The longest ending of `word` that begins at or after `from`. */
  find(word: string, from = 0): FoundEnding | undefined {
    for (let at = Math.max(from, word.length - this.#longest); at < word.length; at++) {
      const group = this.#groups.get(word.slice(at));
      if (group !== undefined) return { group, at };
    }
    return undefined;
  }
}

/**
 * Starts of the regions R1 and R2 of a word: after the first consonant that follows a vowel, and the same again from
 * there.
 */
export function regionsOf(word: string, vowelThenOther: RegExp): { r1: number; r2: number } {
  const r1 = regionFrom(word, 0, vowelThenOther);
  return { r1, r2: regionFrom(word, r1, vowelThenOther) };
}

function regionFrom(word: string, from: number, vowelThenOther: RegExp): number {
  const found = vowelThenOther.exec(word.slice(from));
  return found ? from + found.index + found[0].length : word.length;
}
