/**
 * Iterates the collation elements of a text (ICU's CollationIterator, forwards). One object is reused for all texts.
 */
import { assert } from "../../../core/assert.ts";
import type { CollationMappings } from "./collation-data.ts";
import { ElementBuffer, NO_ELEMENT_LOWER, NO_ELEMENT_PRIMARY } from "./element-buffer.ts";
import { Contractions } from "./contractions.ts";
import { FALLBACK, SPECIAL, TAG } from "./mapping-words.ts";
import { addNumber } from "./numeric-elements.ts";
import { END, TextCursor } from "./text-cursor.ts";

/** The word of characters without a mapping. */
const UNASSIGNED = -1;

const HANGUL_START = 0xac00;
const MIDDLE_LETTERS = 21;
const LAST_LETTERS = 28;

/** An iterator of collation elements. */
export class CollationElements {
  /** The current element. The last one is followed by an element that ends all levels. */
  primary = 0;
  lower = 0;
  readonly #mappings: CollationMappings;
  readonly #isNumeric: boolean;
  readonly #cursor = new TextCursor();
  readonly #contractions = new Contractions(this.#cursor);
  readonly #buffer = new ElementBuffer();
  #taken = 0;
  #digits = new Uint8Array(64);

  constructor(mappings: CollationMappings, isNumeric: boolean) {
    this.#mappings = mappings;
    this.#isNumeric = isNumeric;
  }

  /** Starts a text at `from`; preceding text serves only as context. */
  begin(text: string, from = 0): void {
    this.#cursor.begin(text, from);
    this.#buffer.count = 0;
    this.#taken = 0;
    this.#contractions.skipped.clear();
  }

  /** Moves to the next element. */
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

  /** Reads a character; true: it has a single element, now current; otherwise its elements are in the buffer. */
  #read(): boolean {
    const codePoint = this.#cursor.next();
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

  /** Adds the elements of a word. `codePoint` is the character, or -1 within a Hangul syllable. */
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
          word = this.#contractions.afterPrefix(mappings, word);
          break;
        case TAG.contraction:
          word = this.#contractions.match(mappings, word);
          if (this.#contractions.hasSkipped) return this.#addWithSkipped(mappings, word);
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

  /** Adds the elements of a contraction, then those of the marks that it skipped. */
  #addWithSkipped(from: CollationMappings, first: number): void {
    const { skipped } = this.#contractions;
    this.#contractions.hasSkipped = false;
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

  /** Adds the elements of a number whose first digit was read. */
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
      const position = this.#cursor.position;
      const codePoint = this.#cursor.next();
      if (codePoint === END) break;
      word = this.#mappings.trie.get(codePoint);
      if (word === FALLBACK) word = baseOf(this.#mappings).trie.get(codePoint);
      if ((word & 0xff) < SPECIAL || (word & 0xf) !== TAG.digit) {
        this.#cursor.position = position;
        break;
      }
    }
    addNumber(this.#buffer, this.#mappings.numericPrimary, this.#digits, count);
  }
}

function isLeadSurrogate(codePoint: number): boolean {
  return (codePoint & 0xfffffc00) === 0xd800;
}

function baseOf(mappings: CollationMappings): CollationMappings {
  assert(mappings.base !== undefined, "only what changes the root falls back to it");
  return mappings.base;
}
