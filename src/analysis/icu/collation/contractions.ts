/**
 * Finds the words of characters that depend on the preceding or following text (ICU's CollationIterator, contractions
 * and prefixes).
 */
import { canonicalEnds } from "../canonical-ends.ts";
import type { CollationMappings } from "./collation-data.ts";
import { BEGINS_WITH_MARK, ENDS_WITH_MARK, NO_SINGLE_MATCH } from "./mapping-words.ts";
import { SkippedMarks } from "./skipped-marks.ts";
import { END, type TextCursor } from "./text-cursor.ts";
import { hasNext, hasValue, MATCH, UnitTrie } from "./unit-trie.ts";

/** The lowest combining mark. */
const FIRST_MARK = 0x300;

/** Matches contexts; the character itself was already read from the cursor. */
export class Contractions {
  /** Marks skipped by the last contraction, and whether they must be read now. */
  readonly skipped = new SkippedMarks();
  hasSkipped = false;
  readonly #cursor: TextCursor;
  readonly #trie = new UnitTrie(new Uint16Array(0));

  constructor(cursor: TextCursor) {
    this.#cursor = cursor;
  }

  /** The word of a character given the preceding text. */
  afterPrefix(mappings: CollationMappings, prefixWord: number): number {
    const start = prefixWord >>> 13;
    let word = contextWord(mappings, start);
    // The character itself was already read.
    const position = this.#cursor.position;
    this.#cursor.previous();
    const trie = this.#trie;
    trie.begin(mappings.contexts, start + 2);
    for (;;) {
      const codePoint = this.#cursor.previous();
      if (codePoint === END) break;
      const match = trie.next(codePoint);
      if (hasValue(match)) word = trie.value();
      if (!hasNext(match)) break;
    }
    this.#cursor.position = position;
    return word;
  }

  /** The word of a character given the following text. */
  match(mappings: CollationMappings, contractionWord: number): number {
    this.hasSkipped = false;
    const start = contractionWord >>> 13;
    const single = contextWord(mappings, start);
    const codePoint = this.#nextUnlessSkipped();
    if (codePoint === END) return single;
    if ((contractionWord & BEGINS_WITH_MARK) !== 0 && (codePoint < FIRST_MARK || canonicalEnds(codePoint) <= 0xff)) {
      this.#backwardSkipped(1);
      return single;
    }
    this.#trie.begin(mappings.contexts, start + 2);
    return this.#longestMatch(contractionWord, single, codePoint);
  }

  #longestMatch(contractionWord: number, single: number, first: number): number {
    const { skipped } = this;
    const trie = this.#trie;
    let word = single;
    let codePoint = first;
    // Characters read after the first, and how many of them since the last match.
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
          // Following marks may be skipped, starting after the last match.
          if (sinceMatch > 1) {
            this.#backwardSkipped(sinceMatch);
            codePoint = this.#nextUnlessSkipped();
            lookAhead -= sinceMatch - 1;
            sinceMatch = 1;
          }
          if (canonicalEnds(codePoint) <= 0xff) break;
          return this.#matchOverMarks(word, lookAhead, codePoint);
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

  /** Continues a contraction across marks that do not belong to it (UTS #10, S2.1.1 to S2.1.3). */
  #matchOverMarks(matched: number, lookAhead: number, mark: number): number {
    const { skipped } = this;
    const trie = this.#trie;
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
    // Returns to the trie's state before the mark that did not match.
    if (skipped.isEmpty) {
      this.#replay(ahead);
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
    this.hasSkipped = isOutermost && !skipped.isEmpty;
    return word;
  }

  /** Repeats the trie's steps over what matched, except for the last two characters read ahead. */
  #replay(ahead: number): void {
    const trie = this.#trie;
    trie.restart();
    if (ahead <= 2) return;
    for (let count = 0; count < ahead; count++) this.#cursor.previous();
    for (let count = 2; count < ahead; count++) trie.next(this.#cursor.next());
    this.#cursor.next();
    this.#cursor.next();
  }

  #nextUnlessSkipped(): number {
    const { skipped } = this;
    if (skipped.hasNext) return skipped.next();
    const codePoint = this.#cursor.next();
    if (!skipped.isEmpty && codePoint !== END) skipped.countBeyond();
    return codePoint;
  }

  #backwardSkipped(count: number): void {
    const { skipped } = this;
    const left = skipped.isEmpty ? count : skipped.back(count);
    for (let index = 0; index < left; index++) this.#cursor.previous();
  }
}

/** The default word of a context. */
function contextWord({ contexts }: CollationMappings, at: number): number {
  return (contexts[at]! << 16) | contexts[at + 1]!;
}
