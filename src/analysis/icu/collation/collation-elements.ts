/** Text in, collation elements out (ICU's CollationIterator, forwards). One object is used for all texts. */
import { assert } from "../../../core/errors.ts";
import { canonicalEnds } from "../canonical-ends.ts";
import type { CollationMappings } from "./collation-data.ts";
import { ElementBuffer, NO_ELEMENT_LOWER, NO_ELEMENT_PRIMARY } from "./element-buffer.ts";
import { addNumber } from "./numeric-elements.ts";
import { SkippedMarks } from "./skipped-marks.ts";
import { hasNext, hasValue, MATCH, UnitTrie } from "./unit-trie.ts";

/** Low bytes of words from here on say that a word is no element. */
const SPECIAL = 0xc0;

/** What else is to be done: the lowest four bits of such a word (ICU's Collation.*_TAG). */
const TAG = {
  longPrimary: 1,
  longSecondary: 2,
  latinExpansion: 4,
  words: 5,
  elements: 6,
  prefix: 8,
  contraction: 9,
  digit: 10,
  zero: 11,
  hangul: 12,
  offset: 14,
  implicit: 15,
} as const;

/** The word of characters that the root must be asked for, and that of characters without mappings. */
const FALLBACK = SPECIAL;
const UNASSIGNED = -1;

/** Flags of contractions: the character alone is none, all begin with marks, one ends with a mark. */
const NO_SINGLE_MATCH = 0x100;
const BEGINS_WITH_MARK = 0x200;
const ENDS_WITH_MARK = 0x400;

/** The result of a contraction whose elements have been added already. */
const ADDED = 1;

/** The end of the text, as a code point. */
const END = -1;

/** The lowest mark. */
const FIRST_MARK = 0x300;

const HANGUL_START = 0xac00;
const MIDDLE_LETTERS = 21;
const LAST_LETTERS = 28;

/** See the file comment. */
export class CollationElements {
  /** The current element. After the last one comes the one that ends all levels. */
  primary = 0;
  lower = 0;
  readonly #mappings: CollationMappings;
  readonly #isNumeric: boolean;
  #units = new Uint16Array(64);
  #length = 0;
  #position = 0;
  readonly #buffer = new ElementBuffer();
  #taken = 0;
  readonly #skipped = new SkippedMarks();
  /** Tries that are walked: contractions can stand within contractions, so each depth has its own. */
  readonly #tries: UnitTrie[] = [];
  #depth = 0;
  #digits = new Uint8Array(64);

  constructor(mappings: CollationMappings, isNumeric: boolean) {
    this.#mappings = mappings;
    this.#isNumeric = isNumeric;
  }

  /** Begins with a text; what stands before `from` is looked at only. */
  begin(text: string, from = 0): void {
    const { length } = text;
    if (this.#units.length < length) this.#units = new Uint16Array(2 * length);
    const units = this.#units;
    for (let index = 0; index < length; index++) units[index] = text.charCodeAt(index);
    this.#length = length;
    this.#position = from;
    this.#buffer.count = 0;
    this.#taken = 0;
    this.#depth = 0;
    this.#skipped.clear();
  }

  /** Goes on to the next element. */
  next(): void {
    const buffer = this.#buffer;
    if (this.#taken === buffer.count) {
      buffer.count = 0;
      this.#taken = 0;
      if (this.#read()) return;
    }
    this.primary = buffer.primaries[this.#taken]!;
    this.lower = buffer.lowers[this.#taken++]!;
  }

  /** Reads a character; true: it has one element, which is the current one, else its elements are in the buffer. */
  #read(): boolean {
    const codePoint = this.#nextCodePoint();
    if (codePoint === END) {
      this.primary = NO_ELEMENT_PRIMARY;
      this.lower = NO_ELEMENT_LOWER;
      return true;
    }
    let mappings = this.#mappings;
    let word = isLeadSurrogate(codePoint) ? UNASSIGNED : mappings.trie.get(codePoint);
    if (word === FALLBACK) {
      mappings = baseOf(mappings);
      word = mappings.trie.get(codePoint);
    }
    const low = word & 0xff;
    if (low < SPECIAL) {
      this.primary = (word & 0xffff0000) >>> 0;
      this.lower = (((word & 0xff00) << 16) | (low << 8)) >>> 0;
      return true;
    }
    this.#add(mappings, codePoint, word);
    return false;
  }

  /** Adds the elements of a word. `codePoint` is that of the character, -1 within a Hangul syllable. */
  #add(mappings: CollationMappings, codePoint: number, first: number): void {
    const buffer = this.#buffer;
    let word = first;
    while ((word & 0xff) >= SPECIAL) {
      switch (word & 0xf) {
        case TAG.longPrimary:
        case TAG.longSecondary:
          return buffer.addWord(word);
        case TAG.latinExpansion:
          return buffer.addLatin(word);
        case TAG.words: {
          const start = word >>> 13;
          const end = start + ((word >> 8) & 31);
          for (let index = start; index < end; index++) buffer.addWord(mappings.words[index]!);
          return;
        }
        case TAG.elements: {
          const start = word >>> 13;
          const end = start + ((word >> 8) & 31);
          for (let index = start; index < end; index++) buffer.add(mappings.primaries[index]!, mappings.lowers[index]!);
          return;
        }
        case TAG.prefix:
          word = this.#afterPrefix(mappings, word);
          break;
        case TAG.contraction:
          word = this.#contraction(mappings, word);
          if (word === ADDED) return;
          break;
        case TAG.digit:
          if (this.#isNumeric) return this.#addNumber(word);
          word = mappings.words[word >>> 13]!;
          break;
        case TAG.zero:
          word = mappings.words[0]!;
          break;
        case TAG.hangul:
          return this.#addSyllable(mappings, codePoint);
        case TAG.offset:
          return buffer.addOffset(mappings, codePoint, word >>> 13);
        case TAG.implicit:
          return buffer.addUnassigned(codePoint);
        default:
          assert(false, `a collation has no word of kind ${word & 0xf} here`);
      }
    }
    buffer.addWord(word);
  }

  #addSyllable(mappings: CollationMappings, codePoint: number): void {
    const { jamo } = mappings;
    const syllable = codePoint - HANGUL_START;
    const last = syllable % LAST_LETTERS;
    const pair = (syllable - last) / LAST_LETTERS;
    const middle = pair % MIDDLE_LETTERS;
    this.#add(mappings, END, jamo[(pair - middle) / MIDDLE_LETTERS]!);
    this.#add(mappings, END, jamo[19 + middle]!);
    if (last !== 0) this.#add(mappings, END, jamo[39 + last]!);
  }

  /** The word of a character by what stands before it. */
  #afterPrefix(mappings: CollationMappings, prefixWord: number): number {
    const start = prefixWord >>> 13;
    let word = contextWord(mappings, start);
    // The character itself has been read.
    const position = this.#position;
    this.#backward();
    const trie = this.#enterTrie(mappings, start + 2);
    for (;;) {
      const codePoint = this.#previousCodePoint();
      if (codePoint === END) break;
      const match = trie.next(codePoint);
      if (hasValue(match)) word = trie.value();
      if (!hasNext(match)) break;
    }
    this.#depth--;
    this.#position = position;
    return word;
  }

  /** The word of a character with what stands behind it; `ADDED` where skipped marks made its elements. */
  #contraction(mappings: CollationMappings, contractionWord: number): number {
    const start = contractionWord >>> 13;
    const single = contextWord(mappings, start);
    const codePoint = this.#nextUnlessSkipped();
    if (codePoint === END) return single;
    if ((contractionWord & BEGINS_WITH_MARK) !== 0 && (codePoint < FIRST_MARK || canonicalEnds(codePoint) <= 0xff)) {
      this.#backwardSkipped(1);
      return single;
    }
    const trie = this.#enterTrie(mappings, start + 2);
    const word = this.#longestMatch(mappings, contractionWord, trie, single, codePoint);
    this.#depth--;
    return word;
  }

  #longestMatch(mappings: CollationMappings, contractionWord: number, trie: UnitTrie, single: number, first: number): number {
    const skipped = this.#skipped;
    let word = single;
    let codePoint = first;
    // Characters read behind the first, and those of them behind the last match.
    let lookAhead = 1;
    let sinceMatch = 1;
    if (!skipped.isEmpty) skipped.save(trie);
    let match = trie.next(codePoint);
    for (;;) {
      if (hasValue(match)) {
        word = trie.value();
        if (!hasNext(match)) return word;
        codePoint = this.#nextUnlessSkipped();
        if (codePoint === END) return word;
        if (!skipped.isEmpty) skipped.save(trie);
        sinceMatch = 1;
      } else {
        const following = match === MATCH.none ? END : this.#nextUnlessSkipped();
        if (following === END) {
          const mayGoOn = (contractionWord & NO_SINGLE_MATCH) === 0 || sinceMatch < lookAhead;
          if ((contractionWord & ENDS_WITH_MARK) === 0 || !mayGoOn) break;
          // Marks that follow may be skipped: from behind the last match on.
          if (sinceMatch > 1) {
            this.#backwardSkipped(sinceMatch);
            codePoint = this.#nextUnlessSkipped();
            lookAhead -= sinceMatch - 1;
            sinceMatch = 1;
          }
          if (canonicalEnds(codePoint) <= 0xff) break;
          return this.#matchOverMarks(mappings, trie, word, lookAhead, codePoint);
        }
        codePoint = following;
        sinceMatch++;
      }
      lookAhead++;
      match = trie.next(codePoint);
    }
    this.#backwardSkipped(sinceMatch);
    return word;
  }

  /** Goes on with a contraction over marks that do not belong to it (UTS #10, S2.1.1 to S2.1.3). */
  #matchOverMarks(mappings: CollationMappings, trie: UnitTrie, matched: number, lookAhead: number, mark: number): number {
    const skipped = this.#skipped;
    let word = matched;
    let codePoint = this.#nextUnlessSkipped();
    if (codePoint === END) {
      this.#backwardSkipped(1);
      return word;
    }
    const ahead = lookAhead + 1;
    let classBefore = canonicalEnds(mark) & 0xff;
    let ends = canonicalEnds(codePoint);
    if (ends <= 0xff) {
      this.#backwardSkipped(2);
      return word;
    }
    // Back to where the trie was before the mark that did not match.
    if (skipped.isEmpty) {
      this.#replay(trie, ahead);
      skipped.save(trie);
    } else {
      skipped.restore(trie);
    }
    skipped.setFirst(mark);
    let sinceMatch = 2;
    for (;;) {
      const match = classBefore < ends >> 8 ? trie.next(codePoint) : MATCH.none;
      if (hasValue(match)) {
        word = trie.value();
        sinceMatch = 0;
        skipped.recordMatch();
        if (!hasNext(match)) break;
        skipped.save(trie);
      } else {
        skipped.skip(codePoint);
        skipped.restore(trie);
        classBefore = ends & 0xff;
      }
      codePoint = this.#nextUnlessSkipped();
      if (codePoint === END) break;
      sinceMatch++;
      ends = canonicalEnds(codePoint);
      if (ends <= 0xff) break;
    }
    this.#backwardSkipped(sinceMatch);
    const isOutermost = skipped.isEmpty;
    skipped.replaceMatch();
    if (!isOutermost || skipped.isEmpty) return word;
    this.#addWithSkipped(mappings, word);
    return ADDED;
  }

  /** Walks the trie again over what matched before the last two of the characters read ahead. */
  #replay(trie: UnitTrie, ahead: number): void {
    trie.restart();
    if (ahead <= 2) return;
    for (let count = 0; count < ahead; count++) this.#backward();
    for (let count = 2; count < ahead; count++) trie.next(this.#nextCodePoint());
    this.#nextCodePoint();
    this.#nextCodePoint();
  }

  /** Adds the elements of a contraction, then those of the marks that it skipped. */
  #addWithSkipped(from: CollationMappings, first: number): void {
    const skipped = this.#skipped;
    let mappings = from;
    let word = first;
    let codePoint = END;
    for (;;) {
      this.#add(mappings, codePoint, word);
      if (!skipped.hasNext) break;
      codePoint = skipped.next();
      mappings = this.#mappings;
      word = mappings.trie.get(codePoint);
      if (word === FALLBACK) {
        mappings = baseOf(mappings);
        word = mappings.trie.get(codePoint);
      }
    }
    skipped.clear();
  }

  /** Adds the elements of a number, whose first digit has been read. */
  #addNumber(first: number): void {
    let word = first;
    let count = 0;
    for (;;) {
      if (count === this.#digits.length) {
        const larger = new Uint8Array(2 * count);
        larger.set(this.#digits);
        this.#digits = larger;
      }
      this.#digits[count++] = (word >> 8) & 0xf;
      const position = this.#position;
      const codePoint = this.#nextCodePoint();
      if (codePoint === END) break;
      word = this.#mappings.trie.get(codePoint);
      if (word === FALLBACK) word = baseOf(this.#mappings).trie.get(codePoint);
      if ((word & 0xff) < SPECIAL || (word & 0xf) !== TAG.digit) {
        this.#position = position;
        break;
      }
    }
    addNumber(this.#buffer, this.#mappings.numericPrimary, this.#digits, count);
  }

  #enterTrie(mappings: CollationMappings, start: number): UnitTrie {
    const trie = (this.#tries[this.#depth++] ??= new UnitTrie(mappings.contexts));
    trie.begin(mappings.contexts, start);
    return trie;
  }

  #nextUnlessSkipped(): number {
    const skipped = this.#skipped;
    if (skipped.hasNext) return skipped.next();
    const codePoint = this.#nextCodePoint();
    if (!skipped.isEmpty && codePoint !== END) skipped.countBeyond();
    return codePoint;
  }

  #backwardSkipped(count: number): void {
    const skipped = this.#skipped;
    const left = skipped.isEmpty ? count : skipped.back(count);
    for (let index = 0; index < left; index++) this.#backward();
  }

  #nextCodePoint(): number {
    if (this.#position === this.#length) return END;
    const unit = this.#units[this.#position++]!;
    if ((unit & 0xfc00) !== 0xd800 || this.#position === this.#length) return unit;
    const trail = this.#units[this.#position]!;
    if ((trail & 0xfc00) !== 0xdc00) return unit;
    this.#position++;
    return 0x10000 + ((unit & 0x3ff) << 10) + (trail & 0x3ff);
  }

  #previousCodePoint(): number {
    if (this.#position === 0) return END;
    const unit = this.#units[--this.#position]!;
    if ((unit & 0xfc00) !== 0xdc00 || this.#position === 0) return unit;
    const lead = this.#units[this.#position - 1]!;
    if ((lead & 0xfc00) !== 0xd800) return unit;
    this.#position--;
    return 0x10000 + ((lead & 0x3ff) << 10) + (unit & 0x3ff);
  }

  #backward(): void {
    this.#previousCodePoint();
  }
}

function isLeadSurrogate(codePoint: number): boolean {
  return (codePoint & 0xfffffc00) === 0xd800;
}

/** The word among contexts that holds where nothing else does. */
function contextWord({ contexts }: CollationMappings, at: number): number {
  return (contexts[at]! << 16) | contexts[at + 1]!;
}

function baseOf(mappings: CollationMappings): CollationMappings {
  assert(mappings.base !== undefined, "only what changes the root falls back to it");
  return mappings.base;
}
