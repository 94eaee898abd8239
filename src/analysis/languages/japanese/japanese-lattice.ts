/**
 * Finds the words of Japanese text: the cheapest path through all matching dictionary words (Lucene's
 * JapaneseTokenizer).
 */
import { assert } from "../../../core/assert.ts";
import type { CharacterClass, MecabDictionary, Words } from "../mecab/mecab-dictionary.ts";
import { WordArcs } from "../mecab/word-arcs.ts";
import { japaneseClassOf } from "./ipadic.ts";
import type { JapaneseUserDictionary } from "./japanese-user-dictionary.ts";
import { type JapaneseArc, NBestWays } from "./n-best.ts";

/** `search` also splits long words, `extended` also splits unknown words into characters. */
export type JapaneseMode = "normal" | "search" | "extended";

/** A word that was found. */
export interface FoundWord {
  readonly start: number;
  readonly end: number;
  /** Its entry; undefined for a single character of an unknown word. */
  readonly word: number | undefined;
  readonly table: Words;
  /** 1, except for a compound beside its parts, and for words on alternative paths. */
  readonly positionLength: number;
}

/** Lengths from which words get a penalty, and the penalty per further character. */
const KANJI_LENGTH = 2;
const KANJI_PENALTY = 3000;
const OTHER_LENGTH = 7;
const OTHER_PENALTY = 1700;
const MAX_UNKNOWN_LENGTH = 1024;
/** Maximum characters after the last decision; then the cheapest path is taken. */
const MAX_GAP = 1024;
const NO_SUCH_WAY = 0x7fffffff;

const punctuation = /[\p{Z}\p{Cc}\p{Cf}\p{Pd}\p{Ps}\p{Pe}\p{Pc}\p{Po}\p{Sm}\p{Sc}\p{Sk}\p{So}\p{Pi}\p{Pf}]/u;

/** Whether a unit is punctuation. */
function isPunctuation(text: string, at: number): boolean {
  return punctuation.test(text.charAt(at));
}

/** How words are found, and which are output. */
export interface LatticeOptions {
  readonly mode: JapaneseMode;
  readonly discardPunctuation: boolean;
  /** Whether a compound that is split is output beside its parts. */
  readonly keepCompounds: boolean;
  readonly userDictionary: JapaneseUserDictionary | undefined;
  /** Words on paths that cost at most this much more than the cheapest are output too; 0 or less: none. */
  readonly nBestCost: number;
}

/** The words of a text, in order; with alternative paths, those at one position are ordered by length. */
export function japaneseWords(text: string, dictionary: MecabDictionary, options: LatticeOptions): FoundWord[] {
  return new Lattice(text, dictionary, options).words();
}

/**
 * How much more than the cheapest path one with the word between two offsets costs; the largest 32-bit integer when
 * there is none.
 */
export function costOfWord(
  text: string,
  from: number,
  to: number,
  dictionary: MecabDictionary,
  options: LatticeOptions,
): number {
  let least = NO_SUCH_WAY;
  const lattice = new Lattice(text, dictionary, { ...options, nBestCost: 1 });
  lattice.words((ways) => (least = Math.min(least, ways.probe(from, to))));
  return least;
}

class Lattice {
  readonly #text: string;
  readonly #dictionary: MecabDictionary;
  readonly #options: LatticeOptions;
  /** Dropped up to the last decision. */
  readonly #arcs: WordArcs<JapaneseArc>;
  readonly #words: FoundWord[] = [];
  #decided = 0;
  #onWays: ((ways: NBestWays) => void) | undefined;

  constructor(text: string, dictionary: MecabDictionary, options: LatticeOptions) {
    this.#text = text;
    this.#dictionary = dictionary;
    this.#options = options;
    this.#arcs = new WordArcs(dictionary);
  }

  /** `onWays` is called with all paths through each part that has words, if alternative paths are requested. */
  words(onWays?: (ways: NBestWays) => void): FoundWord[] {
    this.#onWays = onWays;
    const { length } = this.#text;
    if (length === 0) return [];
    this.#arcs.add(0, { cost: 0, rightId: 0, from: -1, fromIndex: -1, word: -1, table: this.#dictionary.known });
    let unknownEnd = -1;
    for (let at = 0; at < length; at++) {
      const arcs = this.#arcs.at(at);
      if (arcs.length === 0) continue;
      if (at > this.#decided && arcs.length === 1 && this.#arcs.frontier === at)
        this.#decide(at, 0, this.#waysTo(at, false));
      else if (at - this.#decided >= MAX_GAP) {
        at = this.#decideAnyway(at);
        unknownEnd = -1;
        if (at === length) break;
      }
      unknownEnd = this.#extend(at, unknownEnd);
    }
    this.#decide(length, Math.max(0, this.#arcs.cheapest(length, 0)), this.#waysTo(length, true));
    return this.#words;
  }

  /** All paths from the last decision to an offset; undefined when only the cheapest is requested. */
  #waysTo(end: number, last: boolean): NBestWays | undefined {
    if (this.#options.nBestCost <= 0 || end === this.#decided) return undefined;
    return new NBestWays(this.#dictionary, this.#arcs, { start: this.#decided, end, last });
  }

  #classAt(at: number): CharacterClass {
    return japaneseClassOf(this.#dictionary, this.#text.charCodeAt(at));
  }

  /** Adds the words that begin at an offset. */
  #extend(at: number, unknownEnd: number): number {
    const { known, unknown } = this.#dictionary;
    const own = this.#options.userDictionary;
    let any = false;
    own?.forEachWord(this.#text, at, (word, end) => {
      this.#add(own, word, at, end, 0);
      any = true;
    });
    if (!any) {
      this.#dictionary.forEachWord(this.#text, at, (word, end) => {
        this.#add(known, word, at, end, 0);
        any = true;
      });
    }
    if (this.#options.mode === "normal" && unknownEnd > at) return unknownEnd;
    const characterClass = this.#classAt(at);
    if (any && !characterClass.alwaysInvoked) return unknownEnd;
    let end = at + 1;
    if (characterClass.grouped) {
      const isFirst = isPunctuation(this.#text, at);
      while (end < this.#text.length && end - at < MAX_UNKNOWN_LENGTH) {
        if (this.#classAt(end) !== characterClass || isPunctuation(this.#text, end) !== isFirst) break;
        end++;
      }
    }
    for (const word of characterClass.words) this.#add(unknown, word, at, end, 0);
    return end;
  }

  /** Adds a word with the cheapest path to it. */
  #add(table: Words, word: number, from: number, end: number, penalty: number): void {
    const leftId = table.leftId(word);
    const fromIndex = this.#arcs.cheapest(from, leftId);
    const cost = this.#arcs.costOf(this.#arcs.at(from)[fromIndex]!, leftId) + table.cost(word) + penalty;
    this.#arcs.add(end, { cost, rightId: table.rightId(word), from, fromIndex, word, table });
  }

  /** Decides for the cheapest of all arcs that end from here on; returns where it ends. */
  #decideAnyway(at: number): number {
    const best = this.#arcs.cheapestFrom(at);
    assert(best !== undefined, "some way leads on");
    const ways = this.#waysTo(best.end, false);
    this.#arcs.keepOnly(at, best.arc, best.end);
    this.#decide(best.end, 0, ways);
    return best.end;
  }

  /** Traces back from an arc to the last decision and outputs the words on the path; its cost is reset. */
  #decide(end: number, index: number, ways: NBestWays | undefined): void {
    const found: FoundWord[] = [];
    let at = end;
    let arcIndex = index;
    let compound: { found: FoundWord; parts: number } | undefined;
    let lastLeftId = -1;
    const start = this.#decided;
    while (at > start) {
      let arc = this.#arcs.at(at)[arcIndex]!;
      if (this.#options.mode !== "normal" && compound === undefined && arc.table !== this.#options.userDictionary) {
        const divided = this.#divided(at, arc, lastLeftId);
        if (divided !== undefined) {
          compound = {
            found: { start: arc.from, end: at, word: arc.word, table: arc.table, positionLength: 1 },
            parts: 0,
          };
          arc = divided;
        }
      }
      if (compound !== undefined && compound.found.start >= arc.from) {
        // It is output after its first part, at the same position.
        if (this.#options.keepCompounds && compound.parts > 0)
          found.push({ ...compound.found, positionLength: compound.parts + 1 });
        compound = undefined;
      }
      const told = this.#tell(arc, at, found);
      if (compound !== undefined) compound.parts += told;
      lastLeftId = arc.table.leftId(arc.word);
      at = arc.from;
      arcIndex = arc.fromIndex;
    }
    if (ways === undefined) this.#words.push(...found.reverse());
    else this.#tellAll(ways, start, found);
    this.#arcs.forget(this.#decided, end);
    const [first] = this.#arcs.at(end);
    if (first) first.cost = 0;
    this.#decided = end;
  }

  /** Adds the words on alternative paths through the part that begins at `start`, and those found on the cheapest. */
  #tellAll(ways: NBestWays, start: number, found: readonly FoundWord[]): void {
    const words: FoundWord[] = [];
    const own = this.#options.userDictionary;
    for (const node of ways.words(this.#options.nBestCost)) {
      const from = start + node.start;
      const end = start + node.end;
      if (this.#options.discardPunctuation && isPunctuation(this.#text, from)) continue;
      if (own === undefined || node.table !== own) {
        words.push({ start: from, end, word: node.word, table: node.table, positionLength: 1 });
        continue;
      }
      const parts: FoundWord[] = [];
      this.#tellOwn(own, node.word, end, parts);
      words.push({ start: from, end, word: own.segments(node.word)[0]!.entry, table: own, positionLength: 1 });
      if (parts.length > 1) words.push(...parts);
    }
    words.push(...found);
    if (words.length > 0) this.#onWays?.(ways);
    for (const word of graphOf(words, (table) => (table === own ? 0 : table === this.#dictionary.unknown ? 1 : 2)))
      this.#words.push(word);
  }

  /** Adds the words of an arc, last first; returns their number. */
  #tell(arc: JapaneseArc, end: number, found: FoundWord[]): number {
    const { table } = arc;
    const own = this.#options.userDictionary;
    if (own !== undefined && table === own) return this.#tellOwn(own, arc.word, end, found);
    if (this.#options.mode === "extended" && table === this.#dictionary.unknown) {
      let count = 0;
      for (let stop = end; stop > arc.from;) {
        const pair = stop - 1 > arc.from && /[\udc00-\udfff]/.test(this.#text.charAt(stop - 1));
        const start = stop - (pair ? 2 : 1);
        if (!this.#options.discardPunctuation || !isPunctuation(this.#text, start)) {
          found.push({ start, end: stop, word: undefined, table, positionLength: 1 });
          count++;
        }
        stop = start;
      }
      return count;
    }
    if (this.#options.discardPunctuation && isPunctuation(this.#text, arc.from)) return 0;
    found.push({ start: arc.from, end, word: arc.word, table, positionLength: 1 });
    return 1;
  }

  /** Adds the parts of a user dictionary word, last first. */
  #tellOwn(table: JapaneseUserDictionary, word: number, end: number, found: FoundWord[]): number {
    const segments = table.segments(word);
    let at = end;
    for (const { entry, length } of [...segments].reverse()) {
      found.push({ start: at - length, end: at, word: entry, table, positionLength: 1 });
      at -= length;
    }
    return segments.length;
  }

  /** The last part of a long word if its parts cost little more than the whole; the paths inside are computed again. */
  #divided(end: number, arc: JapaneseArc, lastLeftId: number): JapaneseArc | undefined {
    const penalty = this.#penalty(arc.from, end);
    if (penalty === 0) return undefined;
    const connection = (candidate: JapaneseArc): number =>
      lastLeftId < 0 ? 0 : this.#dictionary.connectionCost(candidate.rightId, lastLeftId);
    const limit = arc.cost + penalty + connection(arc);
    this.#rescore(arc.from, end, arc.fromIndex);
    let best: JapaneseArc | undefined;
    let cost = Infinity;
    for (const candidate of this.#arcs.at(end)) {
      const candidateCost = candidate.cost + connection(candidate);
      if (candidateCost >= cost) continue;
      cost = candidateCost;
      best = candidate;
    }
    return best !== undefined && cost <= limit && best.from !== arc.from ? best : undefined;
  }

  /** Computes the paths from `start` to `end` again, with the penalty for long words. */
  #rescore(start: number, end: number, startIndex: number): void {
    const forward = new Map<number, { end: number; word: number; table: Words }[]>();
    for (let at = end; at > start; at--) {
      for (const { from, word, table } of this.#arcs.at(at)) {
        if (from < start) continue;
        const list = forward.get(from) ?? [];
        list.push({ end: at, word, table });
        forward.set(from, list);
      }
      this.#arcs.forget(at, at + 1);
    }
    for (let at = start; at < end; at++) {
      if (this.#arcs.at(at).length === 0) continue;
      for (const { end: to, word, table } of forward.get(at) ?? []) {
        const penalty = table === this.#options.userDictionary ? 0 : this.#penalty(at, to);
        if (at > start) {
          this.#add(table, word, at, to, penalty);
          continue;
        }
        const first = this.#arcs.at(start)[startIndex]!;
        const connection = this.#dictionary.connectionCost(start === 0 ? 0 : first.rightId, table.leftId(word));
        const cost = first.cost + table.cost(word) + connection + penalty;
        this.#arcs.add(to, { cost, rightId: table.rightId(word), from: start, fromIndex: startIndex, word, table });
      }
    }
  }

  #penalty(start: number, end: number): number {
    const length = end - start;
    if (length <= KANJI_LENGTH) return 0;
    for (let at = start; at < end; at++) {
      const { name } = this.#classAt(at);
      if (name !== "KANJI" && name !== "KANJINUMERIC")
        return length > OTHER_LENGTH ? (length - OTHER_LENGTH) * OTHER_PENALTY : 0;
    }
    return (length - KANJI_LENGTH) * KANJI_PENALTY;
  }
}

/** Orders words of different paths, one per span: that of the lowest rank. Word boundaries become positions. */
function graphOf(words: readonly FoundWord[], rankOf: (table: Words) => number): FoundWord[] {
  const sorted = [...words].sort(
    (one, other) => one.start - other.start || one.end - other.end || rankOf(one.table) - rankOf(other.table),
  );
  const unique = sorted.filter(
    (word, index) => index === 0 || word.start !== sorted[index - 1]!.start || word.end !== sorted[index - 1]!.end,
  );
  const edges = [...new Set(unique.flatMap(({ start, end }) => [start, end]))].sort((one, other) => one - other);
  const positions = new Map(edges.map((edge, position) => [edge, position]));
  return unique.map((word) => ({ ...word, positionLength: positions.get(word.end)! - positions.get(word.start)! }));
}
